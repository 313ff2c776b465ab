import { type Html, html } from '../html.ts';

/** Tabs that need no JavaScript: radio buttons, of which the first one is selected. */
export interface Tabs {
  /** The class by which the style sheet displays the parts of the selected tab. */
  readonly kind: string;
  /** The accessible name. */
  readonly legend: string | Html;
  /** The name of the radio buttons, unique on the page. */
  readonly name: string;
  readonly options: readonly Tab[];
}

export interface Tab {
  readonly value: string;
  readonly label: string | Html;
  /** The id of the label, for links that select the tab. */
  readonly id?: string;
  /** The content that is displayed while the tab is selected. */
  readonly panel?: Html;
}

export function tabs({ kind, legend, name, options }: Tabs): Html {
  return html`<fieldset class="tabs ${kind}"><legend>${legend}</legend>
${options.map((option, index) => tab(option, name, index === 0))}</fieldset>
`;
}

function tab({ value, label, id, panel }: Tab, name: string, isFirst: boolean): Html {
  return html`<label${id === undefined ? '' : html` id="${id}"`}><input type="radio" name="${name}" value="${value}"${isFirst ? html` checked` : ''}><span>${label}</span></label>
${panel === undefined ? '' : html`<div class="panel">${panel}</div>\n`}`;
}
