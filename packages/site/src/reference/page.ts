import { referencePolicy } from '../content-security-policy.ts';
import type { Bundle } from '../contract/bundle.ts';
import { surfaceFacts } from '../contract/surface-facts.ts';
import { html } from '../html.ts';
import { referencePage } from '../links.ts';
import { page } from '../pages/layout.ts';
import type { SiteFile } from '../site-file.ts';
import { outline } from './outline.ts';

/** Returns the path of the document for Scalar. */
export function documentFile({ surface }: Bundle): string {
  return `reference/${surface}.json`;
}

/** Settings of a reference page. */
export interface ReferenceSetup {
  /** The scripts that Scalar loads at once. */
  readonly modules: readonly string[];
  /** Additional origins that Try-it can send requests to. */
  readonly tryItOrigins: readonly string[];
}

/** Returns the page of a surface: a list of its operations, which Scalar replaces when it is ready. */
export function referencePageOf(bundle: Bundle, { modules, tryItOrigins }: ReferenceSetup): SiteFile {
  const facts = surfaceFacts(bundle);
  const { surface, title } = facts;
  const documentPath = documentFile(bundle);
  return page({
    path: referencePage(surface),
    title: `${title} reference`,
    description: `Every operation, field and error of the ${title}, with Try-it.`,
    section: surface,
    policy: referencePolicy(tryItOrigins),
    layout: 'reference',
    head: html`<link rel="preload" href="${documentPath}" as="fetch" type="application/json" crossorigin>
${modules.map((path) => html`<link rel="modulepreload" href="${path}">\n`)}<script src="reference/draw.js" type="module"></script>
`,
    body: html`<div id="reference" data-document="${documentPath}" data-try-it="${tryItOrigins.join(' ')}" hidden></div>
${outline(facts)}`,
  });
}
