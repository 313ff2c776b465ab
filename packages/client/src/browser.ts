/** Whether this is a page of a browser; workers of Deno, Bun and Cloudflare are none. */
export function isBrowser(): boolean {
  return 'document' in globalThis;
}
