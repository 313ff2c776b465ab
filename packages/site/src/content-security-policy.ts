/** The policy of a page: it loads only files of the site. Search loads its index under `connect-src`. */
export const pagePolicy = labPolicy([]);

/** Returns the policy of a page with Try-it, which limits requests and their credentials to the site's own origin and to these. */
export function labPolicy(tryItOrigins: readonly string[]): string {
  return policy(["style-src 'self'", "img-src 'self'"], tryItOrigins);
}

/**
 * The policy for servers of the site, and for the pages that Scalar draws: it writes style elements and attributes at run time,
 * hence `unsafe-inline` for styles. All other pages restrict it further.
 */
export const contentSecurityPolicy = referencePolicy([]);

/** Returns the policy for servers of a site that can send Try-it requests to other origins. */
export function referencePolicy(tryItOrigins: readonly string[]): string {
  return policy(
    ["style-src 'self' 'unsafe-inline'", "img-src 'self' data:", "font-src 'self' data:"],
    tryItOrigins,
  );
}

function policy(directives: readonly string[], connectTo: readonly string[]): string {
  return [
    "default-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "script-src 'self'",
    ["connect-src 'self'", ...connectTo].join(' '),
    ...directives,
  ].join('; ');
}
