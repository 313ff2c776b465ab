import { lookup } from 'node:dns/promises';
import { setTimeout } from 'node:timers/promises';
import type { ErrorEntry } from '@penstock/server';
import ipaddr from 'ipaddr.js';
import { errorEntry } from '../base/error-entries.ts';

/** All addresses that a host name has. */
export type ResolveHost = (host: string) => Promise<readonly string[]>;

/** Returns the errors of the URL of a webhook; `pointer` is its location in the body (D-51). */
export type CheckTarget = (pointer: string, url: string) => Promise<ErrorEntry[]>;

export interface TargetOptions {
  /** Hosts that are allowed with any address. */
  readonly allowedHosts: readonly string[];
  readonly resolveHost: ResolveHost;
}

/** The longest time that DNS may delay a request. */
const RESOLVE_MS = 2_000;

/**
 * Rejects URLs of this machine and of private networks, so that a webhook cannot reach hosts that its owner cannot. Names
 * are resolved; a name that does not resolve is accepted, because every delivery checks it again.
 */
export function targetCheck({ allowedHosts, resolveHost }: TargetOptions): CheckTarget {
  const isInternal = async (host: string) => {
    if (allowedHosts.includes(host)) return false;
    if (isLocalName(host)) return true;
    const addresses = ipaddr.isValid(host) ? [host] : await resolveHost(host);
    return addresses.some((address) => !isPublic(address));
  };
  return async (pointer, url) => {
    const host = hostOf(url);
    if (host === undefined || new URL(url).port === '0')
      return [errorEntry(pointer, 'invalid_format', 'must be a URL')];
    if (!(await isInternal(host))) return [];
    return [
      errorEntry(
        pointer,
        'target_not_allowed',
        'resolves to a loopback, private, link-local or other special address',
      ),
    ];
  };
}

/** Uses the resolver of the system, like a delivery. */
export const systemResolver: ResolveHost = async (host) => {
  const found = lookup(host, { all: true }).then(
    (addresses) => addresses.map(({ address }) => address),
    () => [],
  );
  return Promise.race([found, setTimeout(RESOLVE_MS, [], { ref: false })]);
};

/** The normalized host: `127.1` and `0x7f000001` are addresses; upper case and a trailing dot have no meaning. */
function hostOf(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  return new URL(url).hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.+$/, '');
}

/** These names always mean the loopback interface (RFC 6761 section 6.3). */
function isLocalName(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost');
}

/** Whether the address is public; IPv4 addresses mapped to IPv6 are unmapped first. */
function isPublic(address: string): boolean {
  const parsed = ipaddr.process(address);
  return parsed.range() === 'unicast' && !isIpv4Compatible(parsed);
}

/** `::10.0.0.1`, deprecated by RFC 4291 section 2.5.5.1; the library treats it as public. */
function isIpv4Compatible(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  return 'parts' in address && address.parts.slice(0, 6).every((part) => part === 0);
}
