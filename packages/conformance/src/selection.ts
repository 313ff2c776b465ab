import { type OperationId, operations, type Surface } from '@penstock/contract';
import { type Capability, capabilityOf } from './capability.ts';
import type { Check } from './check.ts';
import { OPERATION_IDS } from './described-operation.ts';
import type { Callers } from './target/callers.ts';

/** What of all checks is wanted. */
export interface Selection {
  readonly surfaces: readonly Surface[];
  /** All if it is empty. */
  readonly operations: readonly OperationId[];
  /** If it is not empty, only checks that need one of these. */
  readonly only: readonly Capability[];
  /** No check that needs one of these. */
  readonly without: readonly Capability[];
  readonly readOnly: boolean;
}

/** The operations that are wanted, by surface and by name. */
export function selectedOperations({ surfaces, operations: ids }: Selection): OperationId[] {
  return (ids.length > 0 ? ids : OPERATION_IDS).filter((id) => surfaces.includes(operations[id].surface));
}

/** A check that is wanted, and why it cannot be run, if it cannot. */
export interface Selected {
  readonly check: Check;
  readonly missing?: string;
}

/** Of the checks of the operations that are wanted, what is not asked for is left out; what is asked for and cannot be run stays, with the reason. */
export function select(checks: readonly Check[], selection: Selection, callers: Callers): Selected[] {
  return checks
    .filter((check) => isWanted(check, selection))
    .map((check) => {
      const missing = missingFor(check, callers);
      return missing === undefined ? { check } : { check, missing };
    });
}

function isWanted(check: Check, { only, without, readOnly }: Selection): boolean {
  const needs = needsOf(check);
  return (
    (only.length === 0 || needs.some((capability) => only.includes(capability))) &&
    !needs.some((capability) => without.includes(capability)) &&
    !(readOnly && check.writes)
  );
}

function needsOf({ operationId, needs }: Check): readonly Capability[] {
  return [capabilityOf(operations[operationId]), ...needs];
}

function missingFor({ operationId, needs }: Check, callers: Callers): string | undefined {
  const { surface } = operations[operationId];
  const variables = surface === 'management' ? 'KEY_ID and …KEY_SECRET' : 'TOKEN';
  if (needs.includes('reader') && callers[surface].reader === undefined)
    return `There is no reader on ${surface}: set PENSTOCK_READER_${variables}.`;
  if (needs.includes('second-tenant') && callers[surface].stranger === undefined)
    return `There is no second tenant on ${surface}: set PENSTOCK_STRANGER_${variables}${surface === 'management' ? ', …ORGANIZATION_ID and …SERVICE_ID' : ''}.`;
  return undefined;
}
