import type { OpenApiDocument } from '@penstock/contract/reader';
import type { Bundle } from '../contract/bundle.ts';
import type { Contract } from '../contract/contract.ts';
import { html } from '../html.ts';
import { withCodeSamples } from '../samples/code-samples.ts';
import { legend } from './marks.ts';
import { describeOpenSets } from './open-sets.ts';
import { markProvenance } from './provenance.ts';
import { describeVariants } from './variants.ts';

/** Returns the document for Scalar: the bundle, with the content of extension keys that Scalar does not support. */
export function referenceDocument(bundle: Bundle, contract: Contract): OpenApiDocument {
  const document = withCodeSamples(bundle.document);
  describeOpenSets(document);
  describeVariants(document);
  markProvenance(document, bundle, contract);
  return { ...document, info: { ...document.info, description: withLegend(document) } };
}

/** Appends the legend of the marks to the introduction. */
function withLegend({ info }: OpenApiDocument): string {
  const lines = legend.map(
    ({ mark, name, meaning }) => html`- <span class="mark ${mark}">${name}</span> `.text + meaning,
  );
  return `${String(info.description).trimEnd()}\n\n${lines.join('\n')}\n`;
}
