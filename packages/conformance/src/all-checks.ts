import type { OperationId } from '@penstock/contract';
import { caseChecks } from './cases/case-checks.ts';
import { invalidExampleChecks } from './cases/invalid-examples.ts';
import type { Check } from './check.ts';
import { contractChecks } from './contract-checks/contract-checks.ts';
import { OPERATION_IDS } from './contract-operation.ts';
import { roundTripChecks } from './round-trips/round-trip-checks.ts';

/** Returns every check of these operations, in the order of the reports. */
export function allChecks(operationIds: readonly OperationId[] = OPERATION_IDS): readonly Check[] {
  const isMeant = ({ operationId }: Check) => operationIds.includes(operationId);
  return [
    ...[...caseChecks(), ...invalidExampleChecks()].filter(isMeant),
    // There are thousands of these, so only those of the selected operations are created.
    ...contractChecks(operationIds),
    ...roundTripChecks().filter(isMeant),
  ];
}
