/*
 * The Authorization header of each surface. Invalid credentials are rejected before they are sent, because the error of
 * `fetch` would repeat the header.
 */

/** An API key of the management surface. */
export interface ApiKey {
  readonly keyId: string;
  readonly keySecret: string;
}

/** The Authorization header, and the secret in it that must never be printed. */
export interface Credential {
  readonly authorization: string;
  readonly secret: string;
}

/** HTTP Basic (RFC 7617) in UTF-8; `btoa` alone supports only Latin-1. */
export function basicCredential({ keyId, keySecret }: ApiKey): Credential {
  requireText('keyId', keyId, /^[^\p{Cc}:]+$/u, 'text without colons');
  requireText('keySecret', keySecret, /^\P{Cc}+$/u, 'text');
  const bytes = new TextEncoder().encode(`${keyId}:${keySecret}`);
  return { authorization: `Basic ${btoa(String.fromCharCode(...bytes))}`, secret: keySecret };
}

/** A bearer token (RFC 6750). */
export function bearerCredential(token: string): Credential {
  requireText('token', token, /^[\w.~+/-]+=*$/, 'letters, digits and - . _ ~ + / =');
  return { authorization: `Bearer ${token}`, secret: token };
}

function requireText(name: string, value: unknown, pattern: RegExp, expected: string): void {
  if (typeof value !== 'string' || !pattern.test(value)) throw new TypeError(`${name} must be ${expected}`);
}
