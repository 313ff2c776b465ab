import type { Contract } from '../contract/contract.ts';
import { codeSpan, table } from '../markdown/prose.ts';
import { type Problem, problemCatalogue } from './problem-catalogue.ts';
import { known } from './unknown-fact.ts';

/** The temporary problems: those of the server, and those of too many requests. */
export function temporaryProblems(contract: Contract): string {
  const rows = problemCatalogue(contract)
    .filter(({ status }) => status === 429 || status >= 500)
    .map(({ code, status, action }) => [codeSpan(code), String(status), action]);
  return table(['code', 'status', 'what to do'], rows);
}

/** Rows of the catalogue: `problem-codes <code> …`. */
export function problemCodes(contract: Contract, ...codes: string[]): string {
  const catalogue = new Map(problemCatalogue(contract).map((problem) => [problem.code, problem]));
  const rows = codes
    .map((code): Problem => known(catalogue.get(code), `problem code ${code}`))
    .map(({ code, status, when, action }) => [codeSpan(code), String(status), when, action]);
  return table(['code', 'status', 'when', 'what to do'], rows);
}
