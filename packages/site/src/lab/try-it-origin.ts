import { SiteBuildError } from '../site-build-error.ts';

/**
 * Returns the normalized origin of an API for Try-it. It becomes a part of the content security policy, so only plain host
 * names and IPv4 addresses are accepted.
 *
 * @throws SiteBuildError for other values
 */
export function tryItOrigin(text: string): string {
  const url = URL.parse(text);
  const isPlain = url !== null && /^https?:$/.test(url.protocol) && /^[a-z\d.-]+$/.test(url.hostname);
  if (isPlain && url.href === `${url.origin}/`) return url.origin;
  throw new SiteBuildError(
    `${JSON.stringify(text)} is not an origin: use a value such as http://127.0.0.1:4010 or https://api.example.net.`,
  );
}
