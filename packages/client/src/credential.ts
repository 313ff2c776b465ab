/*
 * The Authorization header of each surface. What could not be a credential is refused before it is sent, because `fetch`
 * would refuse the header in words that repeat it.
 */

/** An API key of the management surface. */
export interface ApiKey {
  readonly keyId: string;
  readonly keySecret: string;
}

/** A credential as it is sent, and what of it must not be seen. */
export interface Credential {
  readonly authorization: string;
  readonly secret: string;
}

/** HTTP Basic (RFC 7617) in UTF-8: `btoa` alone takes Latin-1 and throws at everything else. */
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

function requireText(name: string, value: unknown, pattern: RegExp, what: string): void {
  if (typeof value !== 'string' || !pattern.test(value)) throw new TypeError(`${name} must be ${what}`);
}
