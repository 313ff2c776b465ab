/** Text that is markup already. Everything else is escaped when it is put into markup. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export type HtmlValue = Html | string | number | readonly HtmlValue[];

/** Markup with values in it; strings are escaped, for text and for quoted attributes alike. */
export function html(parts: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  return new Html(parts.map((part, index) => part + render(values[index] ?? '')).join(''));
}

function render(value: HtmlValue): string {
  if (value instanceof Html) return value.text;
  if (typeof value === 'object') return value.map(render).join('');
  return escapeHtml(String(value));
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
