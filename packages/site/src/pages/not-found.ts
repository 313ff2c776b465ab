import { html } from '../html.ts';
import { guidesPage, landingPage, relativeLink } from '../links.ts';
import type { SiteFile } from '../site-file.ts';
import { page } from './layout.ts';

/** The page for what is not there. A host shows the one nearest to the path, hence one in each folder. */
export function notFound(folder: string): SiteFile {
  const path = `${folder}404.html`;
  return page({
    path,
    title: 'There is no such page',
    description: 'What you looked for is not here.',
    layout: 'page',
    body: html`<h1>There is no such page</h1>
<p class="lead">The address is wrong, or the page has moved.</p>
<p><a href="${relativeLink(path, landingPage)}">Begin at the start</a>, look through the
<a href="${relativeLink(path, guidesPage)}">guides</a>, or search: press <kbd>/</kbd>.</p>`,
  });
}
