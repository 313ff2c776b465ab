import { labPolicy } from '../content-security-policy.ts';
import type { Contract } from '../contract/contract.ts';
import type { SurfaceFacts, Tag } from '../contract/surface-facts.ts';
import { type Html, html } from '../html.ts';
import { labPage, operationPage, pageFile, relativeLink } from '../links.ts';
import { page } from '../pages/layout.ts';
import { groupTitle } from '../reference/group-title.ts';
import type { SiteFile } from '../site-file.ts';

/** Returns the page of the lab: sign-in, a pipe, and the operations, whose forms its script opens in place. */
export function labPageOf({ surfaces }: Contract, origins: readonly string[]): SiteFile {
  const path = pageFile(labPage);
  const to = (target: string) => relativeLink(path, target);
  return page({
    path,
    title: 'Lab',
    description:
      'Send real requests: watch a pipe change its state, and try every operation of both surfaces.',
    section: 'lab',
    policy: labPolicy(origins),
    layout: 'page',
    head: html`<script src="${to('lab/lab-page.js')}" type="module"></script>\n`,
    body: html`<h1>Lab</h1>
<p class="lead">Send real requests from this page. Create a pipe and watch it, stop it and start it, and see what entity tags and
idempotency keys do.</p>
<noscript><p>The lab sends requests from the browser, so it needs JavaScript. Every operation has a page with code samples:</p></noscript>
<section aria-labelledby="sign-in">
<h2 id="sign-in">Sign in</h2>
<p>Once, for all operations. Credentials stay in the memory of this tab: they are not stored on disk, and they are sent only to the server
that you select.</p>
<div class="lab" id="lab-sign-in" data-servers="${origins.join(' ')}"></div>
</section>
<section aria-labelledby="pipe">
<h2 id="pipe">A pipe</h2>
<p>The picture is that of the <a href="${to('guides/pipe-life-cycle.html')}">life cycle</a> of the pipe. Its current state is lit.</p>
<div class="lab" id="lab-pipe"></div>
</section>
<section aria-labelledby="operations">
<h2 id="operations">Every operation</h2>
<div class="lab" id="lab-form" tabindex="-1"></div>
${surfaces.map((facts) => surfaceList(facts, to))}
</section>`,
  });
}

function surfaceList({ title, tags }: SurfaceFacts, to: (target: string) => string): Html {
  return html`<h3>${title}</h3>
<div class="lab-operations">
${tags.map((tag) => groupList(tag, to))}</div>
`;
}

/** The links of a form are fragments of this page; the others lead to the page of the operation. */
function groupList({ name, operations }: Tag, to: (target: string) => string): Html {
  return html`<details>
<summary>${groupTitle(name)} (${operations.length})</summary>
<ul>
${operations.map(
  (operation) =>
    html`<li id="${operation.operationId}"><a href="#${operation.operationId}">${operation.summary}</a> <a class="lab-note" href="${to(operationPage(operation))}">${operation.operationId}</a></li>\n`,
)}</ul>
</details>
`;
}
