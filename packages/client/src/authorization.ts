/*
 * The Authorization header of each surface. What could not be a credential is refused when the client is made,
 * because the header would be refused by `fetch` in words that repeat it.
 */

/** HTTP Basic (RFC 7617) in UTF-8: `btoa` alone takes Latin-1 and throws at everything else. */
export function basicAuthorization(keyId: string, keySecret: string): string {
  if (!isText(keyId) || keyId.includes(':')) throw new TypeError('keyId must be text without colons');
  if (!isText(keySecret)) throw new TypeError('keySecret must be text');
  const bytes = new TextEncoder().encode(`${keyId}:${keySecret}`);
  return `Basic ${btoa(String.fromCharCode(...bytes))}`;
}

/** A bearer token (RFC 6750). */
export function bearerAuthorization(token: string): string {
  if (typeof token !== 'string' || !/^[\w.~+/-]+=*$/.test(token)) {
    throw new TypeError('token must be a bearer token: letters, digits and - . _ ~ + / =');
  }
  return `Bearer ${token}`;
}

function isText(value: unknown): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be in it.
  return typeof value === 'string' && /^[^\x00-\x1f\x7f]+$/.test(value);
}
