import { type Html, html } from '../html.ts';

/** The end of every page that is not a reference. */
export function footer(to: (target: string) => string): Html {
  return html`<footer>
<p>Apache-2.0. This site asks no other host for anything and keeps no credentials.
The references are drawn by Scalar (<a href="${to('scalar-license.txt')}">MIT</a>), the search is MiniSearch
(<a href="${to('search/minisearch-license.txt')}">MIT</a>).
For programs that read: <a href="${to('llms.txt')}">llms.txt</a>.</p>
</footer>`;
}
