import ipaddr from 'ipaddr.js';

/** All addresses that a host name has. */
export type ResolveHost = (host: string) => Promise<readonly string[]>;

export interface AddressRules {
  /** Hosts that are allowed with any address. */
  readonly allowedHosts: readonly string[];
  readonly resolveHost: ResolveHost;
}

/** Which addresses webhooks may have. */
export interface ReceiverAddresses {
  /**
   * The addresses of a host; none if its name does not resolve. A connection must use one of them, and must not resolve the name again,
   * because its next addresses may be others.
   *
   * @throws ForbiddenReceiver if any of them is not public
   */
  of(host: string): Promise<readonly string[]>;
}

/** A host resolves to an address that webhooks may not have. */
export class ForbiddenReceiver extends Error {
  override readonly name = 'ForbiddenReceiver';
}

/** Rejects hosts of this machine and of private networks, so that a webhook cannot reach hosts that its owner cannot. */
export function receiverAddresses({ allowedHosts, resolveHost }: AddressRules): ReceiverAddresses {
  return {
    async of(host) {
      const isAllowed = allowedHosts.includes(host);
      if (!isAllowed && isLocalName(host)) throw new ForbiddenReceiver(host);
      const addresses = ipaddr.isValid(host) ? [host] : await resolveHost(host);
      if (!isAllowed && !addresses.every(isPublic)) throw new ForbiddenReceiver(host);
      return addresses;
    },
  };
}

/** The normalized host name of a URL: `127.1` and `0x7f000001` are addresses; a trailing dot has no meaning. */
export function hostNameOf(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.+$/, '');
}

/** Names that never have a public address (RFC 6761, RFC 6762, RFC 8375), and those without a dot, such as the names of machines. */
const LOCAL_NAME = /^[^.:]*$|\.(localhost|local|internal|home\.arpa)$/;

function isLocalName(host: string): boolean {
  return LOCAL_NAME.test(host);
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
