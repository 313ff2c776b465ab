/**
 * What a page of the site may do: load its own files, and nothing else. Search asks for its index with
 * `connect-src`, and only from the site's own origin.
 */
export const pagePolicy = policy(["style-src 'self'", "img-src 'self'"]);

/**
 * What a reference page may do, for its meta tag and for the header of a server that serves the site. The
 * references write style elements and attributes at run time, hence `unsafe-inline` for styles, and for
 * styles alone. `connect-src` keeps Try-it, and the credentials it sends, on the site's own origin.
 */
export const contentSecurityPolicy = referencePolicy([]);

/** The same where the site was built for Try-it with APIs of other origins. */
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
