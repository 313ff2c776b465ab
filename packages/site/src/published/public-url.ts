import { SiteBuildError } from '../site-build-error.ts';

/**
 * Returns the normalized public URL of the site, with a slash at its end.
 *
 * @throws SiteBuildError for other values than a URL of http or https without credentials, query and fragment
 */
export function publicUrl(text: string): URL {
  const url = URL.parse(text.endsWith('/') ? text : `${text}/`);
  const isPlain = url !== null && /^https?:$/.test(url.protocol) && url.href === url.origin + url.pathname;
  if (isPlain) return url;
  throw new SiteBuildError(
    `${JSON.stringify(text)} is not the URL of a site: use a value such as https://docs.example.org.`,
  );
}

/** Returns the address of a file, without `index.html`. */
export function addressOf(path: string, site: URL): string {
  return new URL(path.replace(/(?<=^|\/)index\.html$/, ''), site).href;
}
