import type { HeaderDetails } from '../contract/operation-details.ts';
import { type Html, html } from '../html.ts';
import type { Drawing } from './drawing.ts';

/** Draws the headers of a response, closed at first: most operations have the same ones. */
export function headerList(drawing: Drawing, prefix: string, headers: readonly HeaderDetails[]): Html {
  if (headers.length === 0) return html``;
  const names = headers.map(({ name }, index) => html`${index === 0 ? '' : ', '}<code>${name}</code>`);
  return html`<details class="headers"><summary>Response headers: ${names}</summary>
<ul class="fields">
${headers.map(
  ({ name, description, example }) => html`<li class="field" id="${prefix}-header.${name}">
<p class="field-name"><code>${name}</code></p>
${drawing.prose(description)}${example === '' ? '' : html`<ul class="limits"><li>Example <code>${example}</code></li></ul>\n`}</li>
`,
)}</ul></details>`;
}
