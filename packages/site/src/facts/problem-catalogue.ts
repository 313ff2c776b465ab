import type { Contract } from '../contract/contract.ts';
import { textOf } from '../contract/texts.ts';
import { SiteBuildError } from '../site-build-error.ts';

/** A row of the code catalogue. */
export interface Problem {
  readonly code: string;
  readonly status: number;
  readonly title: string;
  readonly when: string;
  readonly action: string;
}

const problemGuideline = 'guidelines/errors.md';

/** @throws SiteBuildError for a code without an example in the contract. */
export function problemCatalogue({ texts, problems }: Contract): Problem[] {
  return [
    ...textOf(texts, problemGuideline).matchAll(/^\| `(\w+)` *\| (\d+) *\| (.+?) *\| (.+?) *\|$/gm),
  ].map(([, code = '', status, when = '', action = '']) => ({
    code,
    status: Number(status),
    title: titleOf(code, problems),
    when,
    action,
  }));
}

function titleOf(code: string, problems: Contract['problems']): string {
  const title = problems.get(code);
  if (title !== undefined) return title;
  throw new SiteBuildError(
    `openapi/${problemGuideline} has the code ${code}, but no response has an example with it: add an example, or correct the code.`,
  );
}
