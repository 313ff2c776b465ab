import type { Contract } from '../contract/contract.ts';
import { type HtmlValue, html } from '../html.ts';
import { decisionAnchor, relativeLink } from '../links.ts';

/** Where a place of the contract comes from. */
export interface Provenance {
  /** `given` is stated by the specification, `listed` only named there, `decided` is ours. */
  readonly origin: 'given' | 'listed' | 'decided';
  readonly decisions: readonly string[];
}

/** Marks are words in an element: seen as badges, and heard by who cannot see them. */
export type Marks = (provenance: Provenance) => string;

/** How places are marked on a page: Markdown for Scalar, which lets plain elements with a class through. */
export function marksOn(page: string, { decisions }: Contract): Marks {
  // A backtick would begin code in Markdown, even inside an attribute.
  const question = (id: string) => decisions.get(id)?.question.replaceAll('`', '') ?? '';
  return marksWith(
    (id) => html` <a href="${relativeLink(page, decisionAnchor(id))}" title="${question(id)}">${id}</a>`,
  );
}

/** The same where Scalar makes a button of a text, in which a link could not be reached with the keyboard. */
export const marksInButtons = marksWith((id) => html` ${id}`);

function marksWith(show: (id: string) => HtmlValue): Marks {
  return ({ origin, decisions: ids }) => {
    if (origin === 'decided') return html`<span class="mark decided">Decided${ids.map(show)}</span>`.text;
    const given = html`<span class="mark given">${origin === 'given' ? 'Given' : 'Listed'}</span>`;
    if (ids.length === 0) return given.text;
    return html`${given} <span class="mark decided">Details decided${ids.map(show)}</span>`.text;
  };
}

/** What the marks mean, as Markdown for Scalar and for the pages alike. */
export const legend: readonly { readonly mark: string; readonly name: string; readonly meaning: string }[] = [
  { mark: 'given', name: 'Given', meaning: 'the specification states it.' },
  {
    mark: 'given',
    name: 'Listed',
    meaning: 'the specification names the operation, but shows neither its path nor its shapes.',
  },
  {
    mark: 'decided',
    name: 'Decided',
    meaning: 'the specification is silent, and we chose. The link says why.',
  },
  {
    mark: 'decided',
    name: 'Details decided',
    meaning:
      'the specification states it, and leaves open what the decision fills: a bound, a default, a set of values.',
  },
  { mark: 'beta', name: 'Beta', meaning: 'the contract is stable, and no breaking change is expected.' },
  {
    mark: 'experimental',
    name: 'Experimental',
    meaning: 'may change or go with any release; the changelog says so.',
  },
];
