import type { OperationFacts } from '../contract/operation-facts.ts';
import { type Html, html } from '../html.ts';
import { labPage, operationPage, relativeLink } from '../links.ts';

/** Returns the section Try-it of an operation page. Its script adds the button; the lab links to the same form. */
export function tryItSection(
  operation: OperationFacts,
  origins: readonly string[],
): { readonly content: Html; readonly head: Html } {
  const { operationId } = operation;
  const path = operationPage(operation);
  const to = (target: string) => relativeLink(path, target);
  return {
    content: html`<p>Send this request from the page, or open it in the <a href="${to(`${labPage}#${operationId}`)}">lab</a>,
which keeps all operations on one page.</p>
<div class="lab-mount" data-try="${operationId}" data-servers="${origins.join(' ')}"></div>
`,
    head: html`<script src="${to('lab/mount.js')}" type="module"></script>\n`,
  };
}
