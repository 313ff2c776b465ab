import type { OperationFacts } from '../contract/operation-facts.ts';
import { type Html, html } from '../html.ts';
import { operationPage, relativeLink } from '../links.ts';

/** The method and the complete path of an operation. The path wraps after each slash. */
export function endpoint({ method, path }: Pick<OperationFacts, 'method' | 'path'>): Html {
  return html`<span class="method ${method.toLowerCase()}">${method}</span> <code class="path">${wrappingPath(path)}</code>`;
}

function wrappingPath(path: string): Html[] {
  return path.split(/(?<=\/)/).map((segment) => html`${segment}<wbr>`);
}

/** The mark of an operation that is not stable. */
export function stabilityMark({ stability }: Pick<OperationFacts, 'stability'>): Html {
  return stability === 'stable' ? html`` : html` <span class="mark ${stability}">${stability}</span>`;
}

/** Lists operations, each with a link to its page. */
export function operationsList(from: string, operations: readonly OperationFacts[]): Html {
  return html`<ul class="operations">
${operations.map(
  (
    operation,
  ) => html`<li><a href="${relativeLink(from, operationPage(operation))}">${operation.summary}</a>${stabilityMark(operation)}
<span class="endpoint">${endpoint(operation)}</span></li>
`,
)}</ul>
`;
}
