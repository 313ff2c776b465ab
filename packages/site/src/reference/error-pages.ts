import type { Contract } from '../contract/contract.ts';
import { type Problem, problemCatalogue } from '../facts/problem-catalogue.ts';
import { html } from '../html.ts';
import { errorPage, errorsPage, relativeLink } from '../links.ts';
import type { SiteFile } from '../site-file.ts';
import { operationsList } from './endpoint.ts';
import { referencePage } from './reference-page.ts';

/** Returns the list of error codes, and the page of each code. */
export function errorPages(contract: Contract): SiteFile[] {
  const catalogue = problemCatalogue(contract);
  return [errorList(catalogue, contract), ...catalogue.map((problem) => errorPageOf(problem, contract))];
}

function errorList(catalogue: readonly Problem[], contract: Contract): SiteFile {
  return referencePage(
    {
      path: errorsPage,
      title: 'Error codes',
      description: 'Every error code of both surfaces.',
      above: [],
      contents: [],
      body: html`<h1>Error codes</h1>
<ul>
${catalogue.map(({ code, status, title }) => html`<li><a href="${relativeLink(errorsPage, errorPage(code))}"><code>${code}</code></a> ${status} ${title}</li>\n`)}</ul>`,
    },
    contract,
  );
}

function errorPageOf({ code, status, title, when, action }: Problem, contract: Contract): SiteFile {
  const path = errorPage(code);
  const returning = [...contract.operations.values()].filter(({ problems }) => problems.has(code));
  return referencePage(
    {
      path,
      title: code,
      description: `${status} ${title}`,
      above: [{ text: 'Error codes', target: errorsPage }],
      contents: [],
      body: html`<h1><code>${code}</code></h1>
<p class="lead">${status} ${title}.</p>
<p>${when}.</p>
<h2>What to do</h2>
<p>${action}.</p>
<h2>Operations that return it</h2>
${operationsList(path, returning)}`,
    },
    contract,
  );
}
