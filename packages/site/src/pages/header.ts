import { type Html, html } from '../html.ts';
import {
  changelogPage,
  guidesPage,
  labPage,
  landingPage,
  pageFile,
  relativeLink,
  surfacePage,
} from '../links.ts';

/** The sections of the site in the navigation bar. */
export type Section = 'management' | 'observability' | 'lab' | 'guides' | 'changelog';

const sections: readonly { readonly section: Section; readonly target: string; readonly text: string }[] = [
  { section: 'management', target: surfacePage('management'), text: 'Management' },
  { section: 'observability', target: surfacePage('observability'), text: 'Observability' },
  { section: 'lab', target: labPage, text: 'Lab' },
  { section: 'guides', target: guidesPage, text: 'Guides' },
  { section: 'changelog', target: changelogPage, text: 'Changelog' },
];

/** The navigation bar of every page. A script displays the search button. */
export function header(path: string, current: Section | undefined): Html {
  const to = (target: string) => relativeLink(path, target);
  const home = path === landingPage ? html` aria-current="page"` : '';
  return html`<header class="bar">
<a class="brand" href="${to(landingPage)}"${home}><img src="${to('favicon.svg')}" alt="" width="22" height="22"><span>Penstock</span></a>
<nav aria-label="Site">
${sections.map(
  ({ section, target, text }) =>
    html`<a href="${to(target)}"${section === current ? html` aria-current="${pageFile(target) === path ? 'page' : 'true'}"` : ''}>${text}</a>\n`,
)}</nav>
<button class="search-button" type="button" aria-haspopup="dialog" aria-keyshortcuts="/ Control+K Meta+K" hidden><span>Search</span> <kbd aria-hidden="true">/</kbd></button>
</header>`;
}
