import type { OperationId } from '@penstock/contract';
import { caseChecks } from './cases/checks.ts';
import { invalidExampleChecks } from './cases/invalid-examples.ts';
import type { Check } from './check.ts';
import { OPERATION_IDS } from './described-operation.ts';
import { generatedChecks } from './generated/generated-checks.ts';
import { roundTripChecks } from './round-trips/round-trip-checks.ts';

/** Every check that the kit has of these operations, in the order in which they are reported. */
export function allChecks(operationIds: readonly OperationId[] = OPERATION_IDS): readonly Check[] {
  const isMeant = ({ operationId }: Check) => operationIds.includes(operationId);
  return [
    ...[...caseChecks(), ...invalidExampleChecks()].filter(isMeant),
    // There are thousands of these, so that none is made in vain.
    ...generatedChecks(operationIds),
    ...roundTripChecks().filter(isMeant),
  ];
}
