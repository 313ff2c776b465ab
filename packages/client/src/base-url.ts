/**
 * The base URL as it is put in front of the contract's paths. A path in it is kept, for gateways; the version prefix
 * is no part of it, since the contract's paths have it. Refusals do not repeat the URL, which may hold a password.
 */
export function normalizedBaseUrl(baseUrl: string, allowHttp: boolean | undefined): string {
  const url = URL.canParse(baseUrl) && new URL(baseUrl);
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.search || url.hash) {
    throw new TypeError('baseUrl must be https://host/path and nothing else');
  }
  if (url.protocol === 'http:' && !allowHttp && !isLoopback(url.hostname)) {
    throw new TypeError('baseUrl must be https (see allowHttp)');
  }
  return url.origin + url.pathname.replace(/\/+$/, '');
}

/** RFC 6761, RFC 1122 and RFC 4291: names and addresses that never leave the machine. */
function isLoopback(hostname: string): boolean {
  return /^((.+\.)?localhost|127\.[\d.]+|\[::1\])$/.test(hostname);
}
