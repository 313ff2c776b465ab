import type { Bundle } from '../bundle.ts';
import { contentSecurityPolicy } from '../content-security-policy.ts';
import { html } from '../html.ts';
import { layout } from './layout.ts';
import { navigation, referenceDocument, referencePage } from './navigation.ts';

/** The page of a surface: the place that reference.js fills, and what it needs to know. */
export function reference({ surface, document }: Bundle): string {
  const { title } = document.info;
  return layout({
    title: `${title} reference`,
    description: `Every operation, field and error of the ${title}, with Try-it.`,
    policy: contentSecurityPolicy,
    scripts: html`<script src="scalar.js" defer></script>
<script src="reference.js" type="module"></script>`,
    bodyClass: 'reference',
    body: html`${navigation(referencePage(surface))}
<main id="reference" data-document="${referenceDocument(surface)}">
<div class="notice">
<h1>${title}</h1>
<p>The reference appears here. It needs JavaScript and a web server; without them, read the document itself:
<a href="${surface}.yaml">${surface}.yaml</a> or <a href="${surface}.json">${surface}.json</a>.</p>
</div>
</main>`,
  });
}
