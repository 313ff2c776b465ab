import type { ParameterObject } from '@penstock/contract/reader';
import { pagePolicy } from '../content-security-policy.ts';
import type { Contract } from '../contract/contract.ts';
import type { OperationFacts } from '../contract/operation-facts.ts';
import type { SurfaceFacts } from '../contract/surface-facts.ts';
import { codeTarget } from '../guides/links.ts';
import { type Html, html } from '../html.ts';
import { errorPage, groupPage, operationPage, pageFile, relativeLink, surfacePage } from '../links.ts';
import { renderMarkdown } from '../markdown/render.ts';
import { codeSamples } from '../samples/code-samples.ts';
import { samplesScript, samplesSection } from '../samples/samples-section.ts';
import type { SiteFile } from '../site-file.ts';
import { endpoint, stabilityMark } from './endpoint.ts';
import { groupTitle } from './group-title.ts';
import { referencePage } from './reference-page.ts';

/** What other parts of the site add to the page of an operation. */
export interface OperationExtras {
  /** Programs that call the operation: the content of the section `#samples`. */
  readonly samples: Html;
  /** The content of the section `#try`; absent without one. */
  readonly tryIt?: Html;
  /** Additional elements of the head. */
  readonly headExtras?: Html;
  /** The content security policy, if the page needs more than the others. */
  readonly policy: string;
}

/** Returns the extras of an operation. The one place where samples, Try-it and metadata are connected to the pages. */
export function operationExtras(operation: OperationFacts): OperationExtras {
  return {
    samples: samplesSection(codeSamples(operation), 'samples', operation.summary),
    headExtras: samplesScript(operationPage(operation)),
    policy: pagePolicy,
  };
}

/** Returns the page of an operation. */
export function operationPageOf(
  operation: OperationFacts,
  { title }: SurfaceFacts,
  contract: Contract,
): SiteFile {
  const { surface, tag, summary, description, parameters, problems } = operation;
  const { samples, tryIt, headExtras, policy } = operationExtras(operation);
  const path = operationPage(operation);
  const sections = [
    { id: 'samples', text: 'Samples', content: samples },
    ...(parameters.length > 0
      ? [{ id: 'parameters', text: 'Parameters', content: parametersSection(parameters) }]
      : []),
    { id: 'errors', text: 'Errors', content: errorsSection(path, problems) },
    ...(tryIt ? [{ id: 'try', text: 'Try it', content: tryIt }] : []),
  ];
  return referencePage(
    {
      path,
      title: `${summary}, ${title}`,
      description: `${operation.method} ${operation.path}: ${summary}.`,
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
${renderMarkdown(description, codeTarget(contract, pageFile(path))).content}</div>
${sections.map(
  ({ id, text, content }) => html`<section id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title">${text}</h2>
${content}</section>
`,
)}`,
    },
    contract,
  );
}

function parametersSection(parameters: readonly ParameterObject[]): Html {
  return html`<dl>
${parameters.map(
  ({
    name,
    in: location,
    description = '',
    required,
  }) => html`<dt><code>${name}</code> ${location}${required ? ', required' : ''}</dt>
<dd>${description}</dd>
`,
)}</dl>
`;
}

function errorsSection(path: string, problems: OperationFacts['problems']): Html {
  return html`<ul>
${[...problems].map(([code, title]) => html`<li><a href="${relativeLink(path, errorPage(code))}"><code>${code}</code></a> ${title}</li>\n`)}</ul>
`;
}
