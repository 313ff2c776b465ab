import type { Contract } from '../contract/contract.ts';
import type { SurfaceFacts } from '../contract/surface-facts.ts';
import { codeTarget } from '../guides/links.ts';
import { html } from '../html.ts';
import { documentPage, groupPage, pageFile, relativeLink, surfacePage } from '../links.ts';
import { renderMarkdown } from '../markdown/render.ts';
import type { SiteFile } from '../site-file.ts';
import { operationsList } from './endpoint.ts';
import { groupTitle } from './group-title.ts';
import { referencePage } from './reference-page.ts';

/** Returns the page of a surface: its groups with their operations, and its introduction. */
export function surfacePageOf(facts: SurfaceFacts, contract: Contract): SiteFile {
  const { surface, title, summary, version, description, tags } = facts;
  const path = surfacePage(surface);
  const to = (target: string) => relativeLink(path, target);
  const introduction = renderMarkdown(description, codeTarget(contract, pageFile(path)));
  return referencePage(
    {
      path,
      title: `${title} reference`,
      description: `Every operation, field and error of the ${title}.`,
      surface,
      above: [],
      contents: [
        ...tags.map(({ name }) => ({ id: `group-${name}`, text: groupTitle(name) })),
        ...introduction.headings.map(({ id, text }) => ({ id, text })),
      ],
      body: html`<h1>${title}</h1>
<p class="lead">${summary} Version ${version}.</p>
${tags.map(
  ({ name, description: about, operations }) => html`<section aria-labelledby="group-${name}">
<h2 id="group-${name}"><a href="${to(groupPage(surface, name))}">${groupTitle(name)}</a></h2>
<p>${about}</p>
${operationsList(path, operations)}</section>
`,
)}<div class="text">
${introduction.content}</div>
<p>The whole document: <a href="${to(documentPage(surface))}">on one page</a>,
<a href="${to(`${surface}.yaml`)}">${surface}.yaml</a>, <a href="${to(`${surface}.json`)}">${surface}.json</a>.</p>`,
    },
    contract,
  );
}
