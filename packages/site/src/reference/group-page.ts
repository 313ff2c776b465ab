import type { Contract } from '../contract/contract.ts';
import type { SurfaceFacts, Tag } from '../contract/surface-facts.ts';
import { html } from '../html.ts';
import { groupPage, surfacePage } from '../links.ts';
import type { SiteFile } from '../site-file.ts';
import { operationsList } from './endpoint.ts';
import { groupTitle } from './group-title.ts';
import { referencePage } from './reference-page.ts';

/** Returns the page of a group of operations. */
export function groupPageOf(
  { surface, title }: SurfaceFacts,
  { name, description, operations }: Tag,
  contract: Contract,
): SiteFile {
  const path = groupPage(surface, name);
  return referencePage(
    {
      path,
      title: `${groupTitle(name)}, ${title}`,
      description,
      surface,
      above: [{ text: title, target: surfacePage(surface) }],
      contents: [],
      body: html`<h1>${groupTitle(name)}</h1>
<p class="lead">${description}</p>
${operationsList(path, operations)}`,
    },
    contract,
  );
}
