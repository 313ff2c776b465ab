import type { Contract } from '../contract/contract.ts';
import { type HtmlValue, html } from '../html.ts';
import { decisionAnchor, relativeLink } from '../links.ts';

/** The origin of a part of the contract. */
export interface Provenance {
  /** `given`: the specification states it. `listed`: the specification only names it. `decided`: a decision of ours. */
  readonly origin: 'given' | 'listed' | 'decided';
  readonly decisions: readonly string[];
}

/** Returns the marks of a provenance: words in elements, which look like badges and which screen readers announce. */
export type Marks = (provenance: Provenance) => string;

/** Returns the marks for a page, as Markdown for Scalar, which permits plain elements with a class. */
export function marksOn(page: string, { decisions }: Contract): Marks {
  // A backtick would start code in Markdown, even inside an attribute.
  const question = (id: string) => decisions.get(id)?.question.replaceAll('`', '') ?? '';
  return marksWith(
    (id) => html` <a href="${relativeLink(page, decisionAnchor(id))}" title="${question(id)}">${id}</a>`,
  );
}

/** Marks without links, for texts in buttons: the keyboard cannot reach a link in a button. */
export const marksInButtons = marksWith((id) => html` ${id}`);

function marksWith(format: (id: string) => HtmlValue): Marks {
  return ({ origin, decisions: ids }) => {
    if (origin === 'decided') return html`<span class="mark decided">Decided${ids.map(format)}</span>`.text;
    const given = html`<span class="mark given">${origin === 'given' ? 'Given' : 'Listed'}</span>`;
    if (ids.length === 0) return given.text;
    return html`${given} <span class="mark decided">Details decided${ids.map(format)}</span>`.text;
  };
}

/** The meaning of each mark, as Markdown. */
export const legend: readonly { readonly mark: string; readonly name: string; readonly meaning: string }[] = [
  { mark: 'given', name: 'Given', meaning: 'the specification states it.' },
  {
    mark: 'given',
    name: 'Listed',
    meaning: 'the specification names the operation without its path and schemas.',
  },
  {
    mark: 'decided',
    name: 'Decided',
    meaning: 'the specification does not cover it. The link leads to our decision.',
  },
  {
    mark: 'decided',
    name: 'Details decided',
    meaning:
      'the specification states it without all details. The decision adds a bound, a default or a set of values.',
  },
  { mark: 'beta', name: 'Beta', meaning: 'no breaking change is expected.' },
  {
    mark: 'experimental',
    name: 'Experimental',
    meaning: 'may change or disappear in any release; the changelog lists the changes.',
  },
];
