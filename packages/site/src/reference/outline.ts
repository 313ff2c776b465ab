import type { OperationFacts } from '../contract/operation-facts.ts';
import type { SurfaceFacts, Tag } from '../contract/surface-facts.ts';
import { type Html, html } from '../html.ts';
import { operationFragment } from '../links.ts';

/** Lists the operations of a surface: the content of the page until Scalar is ready, and without JavaScript. */
export function outline({ surface, title, summary, version, tags }: SurfaceFacts): Html {
  return html`<main class="outline" id="outline">
<h1>${title}</h1>
<p class="lead">${summary} Version ${version}.</p>
<p class="loading" role="status">Loading the details. They need JavaScript and a web server. Without them, read the document: <a href="${surface}.yaml">${surface}.yaml</a> or <a href="${surface}.json">${surface}.json</a>.</p>
${tags.map(tagSection)}</main>`;
}

function tagSection({ name, operations }: Tag): Html {
  return html`<section>
<h2 id="tag/${name}">${name}</h2>
<ul class="operations">
${operations.map(operationItem)}</ul>
</section>
`;
}

function operationItem(operation: OperationFacts): Html {
  const { operationId, method, path, summary, stability } = operation;
  const mark = stability === 'stable' ? '' : html` <span class="mark ${stability}">${stability}</span>`;
  return html`<li id="${operationFragment(operation)}"><span class="method ${method.toLowerCase()}">${method}</span>
<span class="what"><strong>${summary}</strong>${mark} <code>${operationId}</code><br><code class="path">${path}</code></span></li>
`;
}
