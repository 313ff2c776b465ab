import type { Contract } from '../contract/contract.ts';
import { textOf } from '../contract/texts.ts';

/** A row of the code catalogue. */
export interface Problem {
  readonly code: string;
  readonly status: number;
  readonly when: string;
  readonly action: string;
}

const problemGuideline = 'guidelines/errors.md';

/** The table of the codes, as the guideline has it. */
export const problemTable = /^\| code +\| status [^\n]*\n\|[ -|]+\n((?:\|[^\n]*\n)+)/m;

export function problemCatalogue({ texts }: Contract): Problem[] {
  const [, rows = ''] = problemTable.exec(textOf(texts, problemGuideline)) ?? [];
  return [...rows.matchAll(/^\| `(\w+)` *\| (\d+) *\| (.+?) *\| (.+?) *\|$/gm)].map(
    ([, code = '', status, when = '', action = '']) => ({ code, status: Number(status), when, action }),
  );
}
