import { lookup, Resolver } from 'node:dns/promises';
import { setTimeout } from 'node:timers/promises';
import type { ResolveHost } from './receiver-addresses.ts';

/** Resolves the hosts of webhooks. A host that cannot be resolved in time has no addresses. */
export interface HostResolver {
  readonly resolve: ResolveHost;
  /** Ends pending look-ups. Resolves when none is left. */
  close(): Promise<void>;
}

/** The longest time that DNS may delay a request. */
const RESOLVE_MS = 2_000;

/**
 * Asks the name servers directly. The resolver of the system has only a few threads, which the rest of the process uses as
 * well; names that do not resolve would occupy all of them. Only the allowed hosts are resolved by the system, because
 * their names may be in its hosts file. They are few, and an operator has named them.
 */
export function openHostResolver(
  allowedHosts: readonly string[],
  resolver = new Resolver({ timeout: RESOLVE_MS / 2, tries: 2 }),
): HostResolver {
  const pending = new Set<Promise<readonly string[]>>();

  function start(host: string): Promise<readonly string[]> {
    const addresses = allowedHosts.includes(host) ? fromSystem(host) : fromNameServers(resolver, host);
    pending.add(addresses);
    addresses.finally(() => pending.delete(addresses));
    return addresses;
  }

  return {
    resolve: (host) => Promise.race([start(host), setTimeout(RESOLVE_MS, [], { ref: false })]),
    async close() {
      resolver.cancel();
      await Promise.all(pending);
    },
  };
}

async function fromNameServers(resolver: Resolver, host: string): Promise<readonly string[]> {
  const none = () => [];
  const both = await Promise.all([resolver.resolve4(host).catch(none), resolver.resolve6(host).catch(none)]);
  return both.flat();
}

async function fromSystem(host: string): Promise<readonly string[]> {
  const found = await lookup(host, { all: true }).catch(() => []);
  return found.map(({ address }) => address);
}
