import { SiteBuildError } from '../site-build-error.ts';

/**
 * The origin of an API that Try-it may reach, as a browser writes it. It becomes a part of the content security policy,
 * so nothing but a plain host name or IPv4 address passes.
 *
 * @throws SiteBuildError for anything else
 */
export function tryItOrigin(text: string): string {
  const url = URL.parse(text);
  const isPlain = url !== null && /^https?:$/.test(url.protocol) && /^[a-z\d.-]+$/.test(url.hostname);
  if (isPlain && url.href === `${url.origin}/`) return url.origin;
  throw new SiteBuildError(
    `Try-it cannot ask ${JSON.stringify(text)}: name the origin of an API, such as http://127.0.0.1:4010 or https://api.example.net.`,
  );
}
