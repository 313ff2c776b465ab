import type { Surface } from '@penstock/contract';
import type { Contract } from '../contract/contract.ts';
import { type Html, html } from '../html.ts';
import { pageFile, relativeLink } from '../links.ts';
import { asMarkdown, asMarkdownHead } from '../pages/as-markdown.ts';
import { page } from '../pages/layout.ts';
import type { SiteFile } from '../site-file.ts';
import { sidebar } from './sidebar.ts';

/** A page of the reference: the content between its sidebar and its contents. */
export interface ReferencePage {
  /** A folder, relative to the site's folder. */
  readonly path: string;
  readonly title: string;
  readonly description: string;
  /** The surface in the sidebar; undefined for pages about both. */
  readonly surface?: Surface;
  /** The pages above this one, outermost first. */
  readonly above: readonly Crumb[];
  readonly body: Html;
  /** The sections of the body. */
  readonly contents: readonly ContentsEntry[];
  /** Additional elements of the head. */
  readonly headExtras?: Html;
  readonly policy?: string;
  /** Whether the page has a Markdown file next to it. Default: true. */
  readonly hasMarkdown?: boolean;
}

interface Crumb {
  readonly text: string;
  readonly target: string;
}

/** A part of a page with a heading, which the contents list. */
export interface Section extends ContentsEntry {
  readonly content: Html;
}

interface ContentsEntry {
  readonly id: string;
  readonly text: string;
}

/** Returns the complete document of a reference page. It can be read without JavaScript. */
export function referencePage(content: ReferencePage, contract: Contract): SiteFile {
  const {
    path,
    title,
    description,
    surface,
    above,
    body,
    contents,
    headExtras,
    policy,
    hasMarkdown = true,
  } = content;
  return page({
    path: pageFile(path),
    title,
    description,
    ...(surface && { section: surface }),
    layout: 'reference',
    head: html`<script src="${relativeLink(path, 'reference/page.js')}" type="module"></script>
${hasMarkdown ? asMarkdownHead(path) : ''}${headExtras ?? ''}`,
    ...(policy && { policy }),
    body: html`<div class="columns">
${sidebar(path, surface, contract)}
<main id="content" tabindex="-1">
<div class="page-head">
${breadcrumbs(path, above)}
${hasMarkdown ? asMarkdown(path) : ''}
<label class="provenance-switch"><input type="checkbox" id="provenance-switch">Show where this comes from</label>
</div>
${body}
</main>
${onThisPage(contents)}
</div>`,
  });
}

/** Draws sections with their headings. */
export function sectionsOf(sections: readonly Section[]): Html {
  return html`${sections.map(
    ({ id, text, content }) => html`<section id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title">${text}</h2>
${content}
</section>
`,
  )}`;
}

function breadcrumbs(path: string, above: readonly Crumb[]): Html {
  if (above.length === 0) return html``;
  return html`<nav class="breadcrumbs" aria-label="Breadcrumb">
<ol>
${above.map(({ text, target }) => html`<li><a href="${relativeLink(path, target)}">${text}</a></li>\n`)}</ol>
</nav>`;
}

function onThisPage(contents: readonly ContentsEntry[]): Html {
  if (contents.length < 2) return html``;
  return html`<nav class="on-this-page" aria-label="On this page">
<p class="group">On this page</p>
<ul>
${contents.map(({ id, text }) => html`<li><a href="#${id}">${text}</a></li>\n`)}</ul>
</nav>`;
}
