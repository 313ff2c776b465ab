import { labPolicy } from '../content-security-policy.ts';
import type { Contract } from '../contract/contract.ts';
import type { OperationFacts } from '../contract/operation-facts.ts';
import type { SurfaceFacts } from '../contract/surface-facts.ts';
import { type Html, html } from '../html.ts';
import { tryItSection } from '../lab/try-it.ts';
import { groupPage, operationPage, surfacePage } from '../links.ts';
import { codeSamples } from '../samples/code-samples.ts';
import { samplesScript, samplesSection } from '../samples/samples-section.ts';
import type { SiteFile } from '../site-file.ts';
import { drawingOn } from './drawing.ts';
import { endpoint, stabilityMark } from './endpoint.ts';
import { groupTitle } from './group-title.ts';
import { guidesFor } from './guides-for.ts';
import { operationSections } from './operation-sections.ts';
import { operationSummary } from './operation-summary.ts';
import { referencePage, sectionsOf } from './reference-page.ts';

/** What other parts of the site add to the page of an operation. */
interface OperationExtras {
  /** Programs that call the operation: the content of the section `#samples`. */
  readonly samples: Html;
  /** The content of the section `#try`; absent without one. */
  readonly tryIt?: Html;
  /** Additional elements of the head. */
  readonly headExtras?: Html;
  /** The content security policy, if the page needs more than the others. */
  readonly policy: string;
}

/** Returns the extras of an operation. The only file in which samples, Try-it and metadata are connected to the pages. */
function operationExtras(operation: OperationFacts, tryItOrigins: readonly string[]): OperationExtras {
  const { content, head } = tryItSection(operation, tryItOrigins);
  return {
    samples: samplesSection(codeSamples(operation), 'samples', operation.summary),
    tryIt: content,
    headExtras: html`${samplesScript(operationPage(operation))}${head}`,
    policy: labPolicy(tryItOrigins),
  };
}

/** Returns the page of an operation: the complete description of the contract, readable without JavaScript. */
export function operationPageOf(
  operation: OperationFacts,
  { title }: SurfaceFacts,
  contract: Contract,
  tryItOrigins: readonly string[],
): SiteFile {
  const { surface, tag, summary, description, method, path: template } = operation;
  const { samples, tryIt, headExtras, policy } = operationExtras(operation, tryItOrigins);
  const path = operationPage(operation);
  const drawing = drawingOn(path, contract);
  const sections = [
    { id: 'samples', text: 'Samples', content: samples },
    ...(tryIt ? [{ id: 'try', text: 'Try it', content: tryIt }] : []),
    ...operationSections(drawing, operation),
  ];
  return referencePage(
    {
      path,
      title: `${summary}, ${title}`,
      description: `${method} ${template}: ${summary}.`,
      surface,
      above: [
        { text: title, target: surfacePage(surface) },
        { text: groupTitle(tag), target: groupPage(surface, tag) },
      ],
      contents: sections,
      ...(headExtras && { headExtras }),
      policy,
      body: html`<h1>${summary}${stabilityMark(operation)}</h1>
<p class="endpoint">${endpoint(operation)}</p>
<div class="text">
${drawing.prose(description)}</div>
${operationSummary(drawing, operation)}
${guidesFor(drawing, operation)}${sectionsOf(sections)}`,
    },
    contract,
  );
}
