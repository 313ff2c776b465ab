import type { Contract } from '../contract/contract.ts';
import type { ErrorCase } from '../contract/operation-details.ts';
import type { OperationFacts } from '../contract/operation-facts.ts';
import { type Problem, problemCatalogue } from '../facts/problem-catalogue.ts';
import { type Html, html } from '../html.ts';
import { errorPage, errorsGuide, errorsPage } from '../links.ts';
import { codeBlock } from '../markdown/render.ts';
import type { SiteFile } from '../site-file.ts';
import { alternativesAsTabs } from './alternatives.ts';
import { bodyFields } from './bodies.ts';
import { type Drawing, drawingOn } from './drawing.ts';
import { operationsList } from './endpoint.ts';
import { referencePage, sectionsOf } from './reference-page.ts';

/** Returns the list of error codes, and the page of each code. */
export function errorPages(contract: Contract): SiteFile[] {
  const catalogue = problemCatalogue(contract);
  return [errorList(catalogue, contract), ...catalogue.map((problem) => errorPageOf(problem, contract))];
}

function errorList(catalogue: readonly Problem[], contract: Contract): SiteFile {
  const drawing = drawingOn(errorsPage, contract);
  const [operation] = contract.operations.values();
  const body = operation?.details.errorBody;
  const byStatus = [...Map.groupBy(catalogue, ({ status }) => status)];
  return referencePage(
    {
      path: errorsPage,
      title: 'Error codes',
      description: 'Every error code of both surfaces, with its cause and what to do.',
      above: [],
      contents: [
        ...byStatus.map(([status]) => ({ id: `status-${status}`, text: String(status) })),
        { id: 'error-body', text: 'The body' },
      ],
      body: html`<h1>Error codes</h1>
<p class="lead">An error response has a stable <code>code</code>. Each code has a page with an example, its cause, and what to do.
The guide to <a href="${drawing.to(errorsGuide)}">errors</a> explains the body.</p>
${byStatus.map(
  ([status, problems]) => html`<section aria-labelledby="status-${status}">
<h2 id="status-${status}">${status}</h2>
<dl class="codes">
${problems.map(
  ({
    code,
    title,
    when,
  }) => html`<div><dt><a href="${drawing.to(errorPage(code))}"><code>${code}</code></a></dt>
<dd>${drawing.phrase(`${title}. ${when}.`)}</dd></div>
`,
)}</dl>
</section>
`,
)}<section aria-labelledby="error-body">
<h2 id="error-body">The body</h2>
${body ? bodyFields(drawing, 'error', body) : ''}
</section>`,
    },
    contract,
  );
}

/** An error of an operation. */
interface Returned {
  readonly operation: OperationFacts;
  readonly error: ErrorCase;
}

function errorPageOf({ code, status, title, when, action }: Problem, contract: Contract): SiteFile {
  const path = errorPage(code);
  const drawing = drawingOn(path, contract);
  const returned = [...contract.operations.values()].flatMap((operation) =>
    operation.details.errors.filter((error) => error.code === code).map((error) => ({ operation, error })),
  );
  const sections = [
    { id: 'meaning', text: 'What it means', content: drawing.prose(`${when}.`) },
    { id: 'action', text: 'What to do', content: drawing.prose(`${action}.`) },
    { id: 'examples', text: 'Example', content: examplesOf(returned) },
    { id: 'operations', text: 'Operations that return it', content: operationsOf(drawing, returned) },
  ];
  return referencePage(
    {
      path,
      title: `${code} (${status})`,
      description: `${status} ${title}: what it means, and what to do.`,
      above: [{ text: 'Error codes', target: errorsPage }],
      contents: sections,
      body: html`<h1><code>${code}</code></h1>
<p class="lead"><span class="status">${status}</span> ${drawing.phrase(`${title}.`)}</p>
${sectionsOf(sections)}<p>The guide to <a href="${drawing.to(errorsGuide)}">errors</a> explains each field of the body.</p>`,
    },
    contract,
  );
}

/** Different operations have different examples of the same code. */
function examplesOf(returned: readonly Returned[]): Html {
  const bySummary = new Map(returned.map(({ error }) => [error.summary, error.value]));
  const alternatives = [...bySummary].map(([summary, value]) => ({
    title: summary,
    content: codeBlock(JSON.stringify(value, undefined, 2), 'json', summary),
  }));
  return alternativesAsTabs('example', 'Example', alternatives);
}

function operationsOf({ path, contract }: Drawing, returned: readonly Returned[]): Html {
  const operations = [...new Set(returned.map(({ operation }) => operation))];
  if (operations.length === contract.operations.size) return html`<p>Every operation of both surfaces.</p>`;
  if (operations.length === 0) return html`<p>None: the code concerns unknown paths and methods.</p>`;
  return html`${contract.surfaces.map(({ surface, title }) => {
    const own = operations.filter((operation) => operation.surface === surface);
    return own.length === 0 ? '' : html`<h3>${title}</h3>\n${operationsList(path, own)}`;
  })}`;
}
