import type { Contract } from '../contract/contract.ts';
import { type Html, html } from '../html.ts';
import { guidesPage, relativeLink } from '../links.ts';
import { type Rendered, renderMarkdown } from '../markdown/render.ts';
import { asMarkdown, asMarkdownHead } from '../pages/as-markdown.ts';
import { page } from '../pages/layout.ts';
import { type SiteFile, siteFile } from '../site-file.ts';
import { allGuides, type Guide, guideGroups, guidePage, guideText, guideTitle } from './guide.ts';
import { codeTarget, withLinks } from './links.ts';

/** A guide, rendered. */
export interface RenderedGuide extends Rendered {
  readonly guide: Guide;
  readonly title: string;
  /** The text that is published as Markdown. */
  readonly markdown: string;
}

export function renderGuide(guide: Guide, contract: Contract): RenderedGuide {
  const path = guidePage(guide);
  const markdown = withLinks(guideText(guide, contract), guide.source, path);
  return {
    guide,
    title: guideTitle(guide, contract),
    markdown: markdown.replace(/\]\(([\w-]+)\.html/g, ']($1.md'),
    ...renderMarkdown(markdown, codeTarget(contract, path)),
  };
}

/** Returns a guide as a page and as Markdown. */
export function guideFiles(rendered: RenderedGuide, titles: ReadonlyMap<Guide, string>): SiteFile[] {
  const { guide, title, markdown, content } = rendered;
  const path = guidePage(guide);
  return [
    page({
      path,
      title,
      description: guide.summary,
      section: 'guides',
      layout: 'guide',
      head: asMarkdownHead(path),
      body: html`<div class="columns">
${guideNavigation(path, titles)}
<article class="text">
${content}
<p class="source">${asMarkdown(path)}</p>
${neighbours(guide, titles)}
</article>
${contents(rendered)}
</div>`,
    }),
    siteFile(`guides/${guide.slug}.md`, markdown),
  ];
}

function guideNavigation(current: string, titles: ReadonlyMap<Guide, string>): Html {
  return html`<nav class="guide-list" aria-label="Guides">
${guideGroups.map(
  ({ title, guides }) => html`<p class="group">${title}</p>
<ul>
${guides.map((guide) => navigationItem(guide, current, titles))}</ul>
`,
)}</nav>`;
}

function navigationItem(guide: Guide, current: string, titles: ReadonlyMap<Guide, string>): Html {
  const path = guidePage(guide);
  const mark = path === current ? html` aria-current="page"` : '';
  return html`<li><a href="${relativeLink(current, path)}"${mark}>${titles.get(guide) ?? ''}</a></li>\n`;
}

/** Lists the headings of a page that has at least three. */
function contents({ headings }: Rendered): Html {
  const entries = headings.filter(({ level }) => level === 2 || level === 3);
  if (entries.length < 3) return html``;
  return html`<nav class="on-this-page" aria-label="On this page">
<p class="group">On this page</p>
<ul>
${entries.map(({ id, text, level }) => html`<li class="level-${level}"><a href="#${id}">${text}</a></li>\n`)}</ul>
</nav>`;
}

function neighbours(guide: Guide, titles: ReadonlyMap<Guide, string>): Html {
  const index = allGuides.indexOf(guide);
  const links = [
    { label: 'Previous', neighbour: allGuides[index - 1] },
    { label: 'Next', neighbour: allGuides[index + 1] },
  ];
  return html`<nav class="neighbours" aria-label="More guides">
${links.map(({ label, neighbour }) =>
  neighbour
    ? html`<a href="${neighbour.slug}.html"><span>${label}</span> ${titles.get(neighbour) ?? ''}</a>\n`
    : '',
)}</nav>`;
}

/** Returns the page that lists the guides. */
export function guidesIndex(titles: ReadonlyMap<Guide, string>): SiteFile {
  return page({
    path: guidesPage,
    title: 'Guides',
    description: 'How to call the API, how pipes and alerts work, and what stays compatible.',
    section: 'guides',
    layout: 'page',
    body: html`<h1>Guides</h1>
<p class="lead">Topics that concern several operations. Tables and lists are generated from the contract.</p>
${guideGroups.map(
  ({ title, guides }) => html`<section>
<h2>${title}</h2>
<ul class="cards">
${guides.map(
  (
    guide,
  ) => html`<li class="card"><h3><a href="${guide.slug}.html">${titles.get(guide) ?? ''}</a></h3><p>${guide.summary}</p></li>
`,
)}</ul>
</section>
`,
)}`,
  });
}
