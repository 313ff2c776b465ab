/** The part of a name that changes with the content, such as `.3f9a1c2b4d` in `site.3f9a1c2b4d.css`. */
export const hashInName = /\.[0-9a-f]{10}(?=\.\w+$)/;

/** Returns the `Cache-Control` of a file: assets with a hash in their name never change, and all other files are revalidated. */
export function cacheControlOf(path: string): string {
  return hashInName.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache';
}
