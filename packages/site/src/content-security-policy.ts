/** The policy of a page: it loads only files of the site. Search loads its index under `connect-src`. */
export const pagePolicy = policy(["style-src 'self'", "img-src 'self'"]);

/**
 * The policy of a reference page, for its meta tag and for servers of the site. Scalar writes style elements and attributes
 * at run time, hence `unsafe-inline` for styles. `connect-src` limits Try-it and its credentials to the site's own origin.
 */
export const contentSecurityPolicy = referencePolicy([]);

/** Returns the policy of a reference page that can send Try-it requests to other origins. */
export function referencePolicy(tryItOrigins: readonly string[]): string {
  return policy(
    ["style-src 'self' 'unsafe-inline'", "img-src 'self' data:", "font-src 'self' data:"],
    tryItOrigins,
  );
}

function policy(directives: readonly string[], connectTo: readonly string[] = []): string {
  return [
    "default-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "script-src 'self'",
    ["connect-src 'self'", ...connectTo].join(' '),
    ...directives,
  ].join('; ');
}
