import { type Html, html } from '../html.ts';
import { tabs } from '../pages/tabs.ts';

export interface Alternative {
  readonly title: string;
  readonly content: Html;
}

/**
 * Draws alternatives as tabs. One alternative is drawn without tabs.
 *
 * @param group the name of the tabs, unique on the page
 * @param label the accessible name of the tabs
 */
export function alternativesAsTabs(group: string, label: string, alternatives: readonly Alternative[]): Html {
  const [only, ...others] = alternatives;
  if (only === undefined) return html``;
  if (others.length === 0) return only.content;
  return tabs({
    kind: 'alternatives',
    legend: label,
    name: group,
    options: alternatives.map(({ title, content }, index) => ({
      value: String(index + 1),
      label: title,
      panel: content,
    })),
  });
}
