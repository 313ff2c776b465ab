import { type Texts, textOf } from './texts.ts';

/** A decision of the register. */
export interface Decision {
  readonly id: string;
  readonly question: string;
  readonly choice: string;
  readonly elsewhere: string;
}

const decisionRegister = 'guidelines/decisions.md';

/** Returns the decisions of the register by id. */
export function readDecisions(texts: Texts): Map<string, Decision> {
  const rows = textOf(texts, decisionRegister).matchAll(
    /^\|\s*(D-\d+)\s*\|\s*(.+?)\s*\|\s*(.+?)\s*\|\s*(.+?)\s*\|$/gm,
  );
  return new Map(
    [...rows].map(([, id = '', question = '', choice = '', elsewhere = '']) => [
      id,
      { id, question, choice, elsewhere },
    ]),
  );
}

/** Returns the decisions that a node of a document names in `x-decision`. */
export function decisionsOf(node: object): string[] {
  const { 'x-decision': decisions = [] } = node as { 'x-decision'?: string | string[] };
  return [decisions].flat();
}
