import { operations } from '@penstock/contract';
import type { Check } from '../check.ts';
import type { Case } from './case.ts';
import { loadCases } from './load-cases.ts';
import { runCase } from './run-case.ts';

/** Returns the checks of the case files, those of the kit or of another folder. @throws CaseFileError */
export function caseChecks(folder?: string): Check[] {
  return loadCases(folder).map(checkOf);
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
