/**
 * The base URL as it is put in front of the contract's paths. A path in it is kept, for gateways; the version prefix
 * is no part of it, since the contract's paths have it. Refusals do not repeat the URL, which may hold a password.
 */
export function normalizedBaseUrl(baseUrl: string): string {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    throw new TypeError('baseUrl must be an absolute http or https URL, such as https://api.example.com');
  }
  if (url.username !== '' || url.password !== '') throw new TypeError('baseUrl must not hold credentials');
  if (url.search !== '' || url.hash !== '')
    throw new TypeError('baseUrl must not have a query or a fragment');
  return url.origin + url.pathname.replace(/\/+$/, '');
}
