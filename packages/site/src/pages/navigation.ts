import type { Surface } from '@penstock/contract';
import { type Html, html } from '../html.ts';

export function referencePage(surface: Surface): string {
  return `${surface}.html`;
}

/** The surface's document as its reference draws it, which is not the one that people download. */
export function referenceDocument(surface: Surface): string {
  return `${surface}.reference.json`;
}

const links = [
  { page: referencePage('management'), text: 'Management' },
  { page: referencePage('observability'), text: 'Observability' },
  { page: 'index.html#downloads', text: 'Downloads' },
];

/** The bar on top of every page; `current` is the page that it stands on. */
export function navigation(current: string): Html {
  return html`<header class="bar">
<a class="brand" href="index.html"${currentMark(current, 'index.html')}><img src="favicon.svg" alt="" width="22" height="22"><span>Penstock</span></a>
<nav aria-label="Pages">
${links.map(({ page, text }) => html`<a href="${page}"${currentMark(current, page)}>${text}</a>\n`)}</nav>
</header>`;
}

function currentMark(current: string, page: string): Html {
  return current === page ? html` aria-current="page"` : html``;
}
