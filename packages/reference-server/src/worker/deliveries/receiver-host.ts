/** The host and the port of a URL, by which parallel attempts are limited. A default port is not named. */
export function hostOf(url: string): string {
  return new URL(url).host;
}
