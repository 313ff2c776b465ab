import { html } from '../html.ts';
import { guidesPage, landingPage, relativeLink } from '../links.ts';
import type { SiteFile } from '../site-file.ts';
import { page } from './layout.ts';

/** Returns the page for unknown paths. Hosts serve the nearest one, so each folder has its own. */
export function notFound(folder: string): SiteFile {
  const path = `${folder}404.html`;
  return page({
    path,
    title: 'Page not found',
    description: 'This page does not exist.',
    layout: 'page',
    isListed: false,
    body: html`<h1>Page not found</h1>
<p class="lead">The address is wrong, or the page has moved.</p>
<p>Go to the <a href="${relativeLink(path, landingPage)}">home page</a> or to the
<a href="${relativeLink(path, guidesPage)}">guides</a>, or press <kbd>/</kbd> to search.</p>`,
  });
}
