/**
 * Returns the base URL without a trailing slash. It may contain a path, for gateways, but not the version prefix, which is
 * part of the contract's paths. Errors do not repeat the URL, which may contain a password.
 */
export function normalizedBaseUrl(baseUrl: string, allowHttp: boolean | undefined): string {
  const url = URL.canParse(baseUrl) && new URL(baseUrl);
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.search || url.hash) {
    throw new TypeError('baseUrl must be https://host/path only');
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
