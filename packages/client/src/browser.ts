/** Returns true in a browser page, and false in workers of Deno, Bun and Cloudflare. */
export function isBrowser(): boolean {
  return 'document' in globalThis;
}
