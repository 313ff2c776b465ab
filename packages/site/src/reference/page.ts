import { referencePolicy } from '../content-security-policy.ts';
import type { Bundle } from '../contract/bundle.ts';
import { surfaceFacts } from '../contract/surface-facts.ts';
import { html } from '../html.ts';
import { referencePage } from '../links.ts';
import { page } from '../pages/layout.ts';
import type { SiteFile } from '../site-file.ts';
import { outline } from './outline.ts';

/** Where the document is that Scalar draws. */
export function documentFile({ surface }: Bundle): string {
  return `reference/${surface}.json`;
}

/** What a reference page is made of beside its document. */
export interface ReferenceSetup {
  /** The scripts that are needed to draw it. */
  readonly modules: readonly string[];
  /** Origins that Try-it may ask beside the site's own. */
  readonly tryItOrigins: readonly string[];
}

/** The page of a surface: its operations at once, and Scalar in their place as soon as it has been drawn. */
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
