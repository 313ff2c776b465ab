/** An entity tag without its quotes, which some interfaces of stores add and others do not. */
export function unquoted(etag: string): string {
  return etag.replaceAll('"', '');
}
