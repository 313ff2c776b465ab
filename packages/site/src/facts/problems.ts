import type { Contract } from '../contract/contract.ts';
import { codeSpan, table } from '../markdown/prose.ts';
import { problemCatalogue } from './problem-catalogue.ts';

/** The temporary problems: those of the server, and those of too many requests. */
export function temporaryProblems(contract: Contract): string {
  const rows = problemCatalogue(contract)
    .filter(({ status }) => status === 429 || status >= 500)
    .map(({ code, status, action }) => [codeSpan(code), String(status), action]);
  return table(['code', 'status', 'what to do'], rows);
}
