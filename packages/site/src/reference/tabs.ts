import { type Html, html } from '../html.ts';

export interface Tab {
  readonly title: string;
  readonly content: Html;
}

/**
 * Draws alternatives as tabs. They are radio buttons, so they need no JavaScript; the style sheet displays the content
 * after the checked one. One alternative is drawn without tabs.
 *
 * @param group the name of the radio buttons, unique on the page
 * @param label the accessible name of the tabs
 */
export function tabs(group: string, label: string, alternatives: readonly Tab[]): Html {
  const [only, ...others] = alternatives;
  if (only === undefined) return html``;
  if (others.length === 0) return only.content;
  return html`<fieldset class="alternatives"><legend>${label}</legend>
${alternatives.map(
  (
    { title, content },
    index,
  ) => html`<input type="radio" name="${group}" id="${group}-${index}"${index === 0 ? html` checked` : ''}><label for="${group}-${index}">${title}</label>
<div class="tab">${content}</div>
`,
)}</fieldset>`;
}
