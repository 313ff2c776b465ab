import { type Texts, textOf } from './texts.ts';

/** An entry of the decision register. */
export interface Decision {
  readonly id: string;
  readonly question: string;
  readonly choice: string;
  readonly elsewhere: string;
}

const decisionRegister = 'guidelines/decisions.md';

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
