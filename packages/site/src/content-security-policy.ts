const inSite = ["default-src 'none'", "base-uri 'none'", "form-action 'none'"];

/**
 * What a reference page may do, for its meta tag and for the header of a server that serves the site. The
 * references write style elements and attributes at run time, hence `unsafe-inline` for styles, and for
 * styles alone. `connect-src` keeps Try-it, and the credentials it sends, on the site's own origin.
 */
export const contentSecurityPolicy = [
  ...inSite,
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
].join('; ');

/** What a page without scripts may do. A server may send the wider policy: a browser obeys both. */
export const staticPagePolicy = [...inSite, "style-src 'self'", "img-src 'self'"].join('; ');
