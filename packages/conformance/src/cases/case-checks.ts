import { operations } from '@penstock/contract';
import type { Check } from '../check.ts';
import type { Case } from './case.ts';
import { loadCases } from './load-cases.ts';
import { runCase } from './run-case.ts';

/** Read at the first use: it takes a second, and a program may check many servers. */
let casesOfKit: readonly Case[] | undefined;

/** Returns the checks of the case files, those of the kit or of another folder. @throws CaseFileError */
export function caseChecks(folder?: string): Check[] {
  if (folder !== undefined) return loadCases(folder).map(checkOf);
  casesOfKit ??= loadCases();
  return casesOfKit.map(checkOf);
}

function checkOf(one: Case): Check {
  return {
    id: `case/${one.name}`,
    kind: 'case',
    title: `${one.title} (${one.source.join(', ')})`,
    operationId: one.operationId,
    needs: one.needs,
    writes: one.steps.some(({ send }) => operations[send].method !== 'get'),
    run: (session) => runCase(one, session),
  };
}
