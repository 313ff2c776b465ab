import { type Html, html } from '../html.ts';

/** The footer of all pages except the references. */
export function footer(to: (target: string) => string): Html {
  return html`<footer>
<p>Apache-2.0. This site sends no requests to other hosts and stores no credentials.
It uses Scalar (<a href="${to('scalar-license.txt')}">MIT</a>) for the whole documents and MiniSearch
(<a href="${to('search/minisearch-license.txt')}">MIT</a>) for the search.
For language models: <a href="${to('llms.txt')}">llms.txt</a>.</p>
</footer>`;
}
