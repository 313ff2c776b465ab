import { lookup } from 'node:dns/promises';
import { setTimeout } from 'node:timers/promises';
import type { ErrorEntry } from '@penstock/server';
import ipaddr from 'ipaddr.js';
import { place } from '../base/error-entries.ts';

/** All addresses that a host name has. */
export type ResolveHost = (host: string) => Promise<readonly string[]>;

/** What is wrong with the address of a webhook, found at a pointer of the body (D-51). */
export type CheckTarget = (pointer: string, url: string) => Promise<ErrorEntry[]>;

export interface TargetOptions {
  /** Hosts that are allowed whatever their addresses are. */
  readonly allowedHosts: readonly string[];
  readonly resolveHost: ResolveHost;
}

/** A name server that does not answer must not hold up a request. */
const RESOLVE_MS = 2_000;

/**
 * Refuses addresses behind which only this machine or its neighbours are, so that a webhook cannot be made to reach what
 * its owner cannot. A name is resolved; one that does not resolve now is accepted, because every delivery checks again.
 */
export function targetCheck({ allowedHosts, resolveHost }: TargetOptions): CheckTarget {
  const leadsInside = async (host: string) => {
    if (allowedHosts.includes(host)) return false;
    if (isLocalName(host)) return true;
    const addresses = ipaddr.isValid(host) ? [host] : await resolveHost(host);
    return addresses.some((address) => !isPublic(address));
  };
  return async (pointer, url) => {
    const host = hostOf(url);
    if (host === undefined || new URL(url).port === '0')
      return [place(pointer, 'invalid_format', 'must be a URL')];
    if (!(await leadsInside(host))) return [];
    return [
      place(
        pointer,
        'target_not_allowed',
        'leads to a loopback, private, link-local or other special address',
      ),
    ];
  };
}

/** Asks the resolver of the system, as a delivery would. */
export const systemResolver: ResolveHost = async (host) => {
  const found = lookup(host, { all: true }).then(
    (addresses) => addresses.map(({ address }) => address),
    () => [],
  );
  return Promise.race([found, setTimeout(RESOLVE_MS, [], { ref: false })]);
};

/** The host as a URL parser sees it: `127.1` and `0x7f000001` are addresses, capitals and a last dot say nothing. */
function hostOf(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  return new URL(url).hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.+$/, '');
}

/** RFC 6761 section 6.3: these are the loopback, whatever a name server says. */
function isLocalName(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost');
}

/** Whether the address is one of the public internet; an IPv4 address mapped into IPv6 is taken for what it is. */
function isPublic(address: string): boolean {
  const parsed = ipaddr.process(address);
  return parsed.range() === 'unicast' && !isIpv4Compatible(parsed);
}

/** `::10.0.0.1`, deprecated by RFC 4291 section 2.5.5.1: the library does not tell it from a public address. */
function isIpv4Compatible(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  return 'parts' in address && address.parts.slice(0, 6).every((part) => part === 0);
}
