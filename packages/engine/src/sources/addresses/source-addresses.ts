import { type LookupAddress, lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { PipeError } from '../../pipe-runtime.ts';
import { isForbiddenAddress } from './forbidden-address.ts';

/** Which hosts sources may connect to. */
export interface SourceAddresses {
  /**
   * Checks a host before a connection to it. It does not resolve names: `lookup` does.
   *
   * @throws PipeError if the host is not in the list, or is an address that no source may have
   */
  checkHost(host: string): void;
  /**
   * Checks a host and all its addresses, before another process connects to it.
   *
   * @throws PipeError
   */
  checkAddresses(host: string): Promise<void>;
  /**
   * Resolves a name for a connection, and fails if one of its addresses is forbidden. Pass it to every connection. Node.js
   * does not call it for a host that is an address, so call `checkHost` as well.
   */
  readonly lookup: LookupFunction;
}

/**
 * The rules for the hosts of sources. Private addresses are allowed, link-local and metadata addresses never are.
 *
 * @param allowedHosts names and addresses; `*.example.net` stands for all names below `example.net`. Undefined allows every host
 */
export function sourceAddresses(allowedHosts: readonly string[] | undefined): SourceAddresses {
  const allowed = allowedHosts?.map(normalize);
  const checkHost = (host: string) => {
    const name = normalize(host);
    if (allowed !== undefined && !allowed.some((entry) => matches(entry, name))) throw notInList(host);
    if (isIP(name) !== 0 && isForbiddenAddress(name)) throw forbidden(host);
  };
  return {
    checkHost,
    async checkAddresses(host) {
      checkHost(host);
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      checkedLookup(normalize(host), { all: true }, (error) => (error === null ? resolve() : reject(error)));
      await promise;
    },
    lookup: checkedLookup,
  };
}

const checkedLookup: LookupFunction = (host, options, callback) => {
  lookup(host, { ...options, all: true }, (error, addresses) => {
    if (error !== null) return callback(error, '', 0);
    if (addresses.some(({ address }) => isForbiddenAddress(address))) return callback(forbidden(host), '', 0);
    if (options.all === true) return callback(null, addresses);
    const { address, family } = addresses[0] as LookupAddress;
    callback(null, address, family);
  });
};

/** Upper case, a trailing dot and the brackets of IPv6 addresses have no meaning. */
function normalize(host: string): string {
  return host
    .toLowerCase()
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '');
}

function matches(entry: string, name: string): boolean {
  return entry.startsWith('*.') ? name.endsWith(entry.slice(1)) : entry === name;
}

function notInList(host: string): PipeError {
  return new PipeError(
    'source_unreachable',
    `The host ${host} is not allowed for sources. Use another host, or ask the operator to add it to the hosts of sources.`,
  );
}

function forbidden(host: string): PipeError {
  return new PipeError(
    'source_unreachable',
    `The host ${host} has a link-local or cloud metadata address, which sources may not have. Use another host.`,
  );
}
