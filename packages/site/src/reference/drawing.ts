import type { Contract } from '../contract/contract.ts';
import type { Provenance } from '../contract/provenance.ts';
import { codeTarget } from '../guides/links.ts';
import { type Html, html } from '../html.ts';
import { decisionAnchor, pageFile, relativeLink } from '../links.ts';
import { renderPhrase, renderProse } from '../markdown/render.ts';

/** The functions with which the parts of a page draw texts and links. */
export interface Drawing {
  /** The page. */
  readonly path: string;
  readonly contract: Contract;
  /** Returns a link relative to the page. */
  to(target: string): string;
  /** Draws Markdown of the contract. HTML in it is escaped. */
  prose(text: string): Html;
  /** Draws a part of a sentence, without a paragraph. */
  phrase(text: string): Html;
  /** Draws the origin of a part of the contract. A switch on the page displays it. */
  provenance(provenance: Provenance | undefined): Html;
}

export function drawingOn(path: string, contract: Contract): Drawing {
  const to = (target: string) => relativeLink(path, target);
  const target = codeTarget(contract, pageFile(path));
  return {
    path,
    contract,
    to,
    prose: (text) => renderProse(text, target),
    phrase: (text) => renderPhrase(text, target),
    provenance: (provenance) => provenanceMark(provenance, to),
  };
}

const origins = { specified: 'Specified', named: 'Only named', added: 'Added' };

function provenanceMark(provenance: Provenance | undefined, to: Drawing['to']): Html {
  if (provenance === undefined) return html``;
  const { origin, decisions } = provenance;
  const links = decisions.map((id) => html` <a href="${to(decisionAnchor(id))}">${id}</a>`);
  return html` <span class="provenance">${origins[origin]}${origin !== 'added' && links.length > 0 ? ', details' : ''}${links}</span>`;
}
