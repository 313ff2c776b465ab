import type { Contract } from '../contract/contract.ts';
import { codeTarget } from '../guides/links.ts';
import { type Html, html } from '../html.ts';
import { changelogPage, operationPage } from '../links.ts';
import { renderMarkdown } from '../markdown/render.ts';
import { page } from '../pages/layout.ts';
import type { SiteFile } from '../site-file.ts';
import { type Entry, impacts } from './entries.ts';
import { operationChooser } from './operation-chooser.ts';

/** The parts of the changelog that are the same on the page and in its Markdown. */
export interface ChangelogSections {
  readonly introduction: string;
  readonly overview: string;
  readonly releases: string;
  readonly hasFeed: boolean;
}

/**
 * Returns the page of the changelog. It lists all changes, and then the changes of each operation. A script displays only those
 * of the operations that the reader chooses.
 */
export function changelogPageOf(
  { introduction, overview, releases, hasFeed }: ChangelogSections,
  entries: readonly Entry[],
  contract: Contract,
): SiteFile {
  const markdown = (text: string) => renderMarkdown(text, codeTarget(contract, changelogPage)).content;
  return page({
    path: changelogPage,
    title: 'Changelog',
    description: 'Changes of the API since the last release, and the operations that they affect.',
    section: 'changelog',
    layout: 'page',
    head: html`${hasFeed ? html`<link rel="alternate" type="application/atom+xml" title="Changelog" href="changelog.atom">\n` : ''}<script src="changelog/operations.js" type="module"></script>
`,
    body: html`<article class="text">
${markdown(introduction)}
${markdown('## Since the last release')}
${markdown(overview)}
${entries.length === 0 ? '' : operationChooser(contract)}
${impacts.map(({ title, impact }) =>
  listOf(
    title,
    entries.filter((entry) => entry.impact === impact),
    markdown,
  ),
)}${byOperation(entries, contract, markdown)}${markdown(`## Releases\n\n${releases}`)}
<p class="source"><a href="changelog.md" type="text/markdown">This page as Markdown</a>${hasFeed ? html`, <a href="changelog.atom" type="application/atom+xml">Atom feed</a>` : ''}</p>
</article>`,
  });
}

function listOf(title: string, entries: readonly Entry[], markdown: (text: string) => Html): Html {
  if (entries.length === 0) return html``;
  return html`<section class="changes">
${markdown(`### ${title}`)}<ul>
${entries.map(
  ({ id, text, operationIds }) =>
    html`<li id="${id}" data-operations="${operationIds.join(' ')}">${markdown(text)}</li>\n`,
)}</ul>
</section>
`;
}

/** Lists the changes of each operation, with the operationId as anchor. */
function byOperation(
  entries: readonly Entry[],
  { operations }: Contract,
  markdown: (text: string) => Html,
): Html {
  const affected = [...operations.values()].filter(({ operationId }) =>
    entries.some(({ operationIds }) => operationIds.includes(operationId)),
  );
  if (affected.length === 0) return html``;
  return html`<section class="changes">
${markdown('### By operation')}<dl>
${affected.map((operation) => {
  const { operationId } = operation;
  const own = entries.filter(({ operationIds }) => operationIds.includes(operationId));
  return html`<div id="${operationId}" data-operations="${operationId}"><dt><a href="${operationPage(operation)}"><code>${operationId}</code></a></dt>
${own.map(({ id, label }) => html`<dd><a href="#${id}">${label.replaceAll('`', '')}</a></dd>\n`)}</div>
`;
})}</dl>
</section>
`;
}
