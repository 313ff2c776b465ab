import { contentSecurityPolicy } from '../content-security-policy.ts';
import type { Bundle } from '../contract/bundle.ts';
import { html } from '../html.ts';
import { documentPage, pageFile, relativeLink, surfacePage } from '../links.ts';
import { page } from '../pages/layout.ts';
import type { SiteFile } from '../site-file.ts';

/** Returns the path of the document for Scalar. */
export function documentFile({ surface }: Bundle): string {
  return `scalar/${surface}.json`;
}

/**
 * Returns the page on which Scalar draws the whole document of a surface.
 *
 * @param modules the scripts that Scalar loads at once
 */
export function documentPageOf(bundle: Bundle, modules: readonly string[]): SiteFile {
  const { surface, document: contract } = bundle;
  const { title } = contract.info;
  const path = pageFile(documentPage(surface));
  const to = (target: string) => relativeLink(path, target);
  const document = to(documentFile(bundle));
  return page({
    path,
    title: `${title}, whole document`,
    description: `The OpenAPI document of the ${title} on one page.`,
    section: surface,
    policy: contentSecurityPolicy,
    layout: 'document',
    head: html`<link rel="preload" href="${document}" as="fetch" type="application/json" crossorigin>
${modules.map((module) => html`<link rel="modulepreload" href="${to(module)}">\n`)}<script src="${to('scalar/draw.js')}" type="module"></script>
`,
    body: html`<div id="reference" data-document="${document}" hidden></div>
<main class="page outline" id="outline">
<h1>${title}, whole document</h1>
<p class="loading" role="status">Loading the document. It needs JavaScript and a web server.</p>
<p>The <a href="${to(surfacePage(surface))}">reference</a> has the same content page by page. It needs neither of them.
The document is also available as <a href="${to(`${surface}.yaml`)}">${surface}.yaml</a> and
<a href="${to(`${surface}.json`)}">${surface}.json</a>.</p>
</main>`,
  });
}
