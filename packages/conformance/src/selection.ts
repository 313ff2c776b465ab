import { type OperationId, operations, type Surface } from '@penstock/contract';
import { type Capability, capabilitiesOf } from './capability.ts';
import type { Check } from './check.ts';
import { OPERATION_IDS } from './contract-operation.ts';
import type { Callers } from './target/callers.ts';

/** The checks to run. */
export interface Selection {
  readonly surfaces: readonly Surface[];
  /** All if empty. */
  readonly operations: readonly OperationId[];
  /** If not empty, only checks that need one of these. */
  readonly only: readonly Capability[];
  /** Excludes checks that need one of these. */
  readonly without: readonly Capability[];
  readonly readOnly: boolean;
}

/** Returns the selected operations, by surface, name and method. */
export function selectedOperations({ surfaces, operations: ids, readOnly }: Selection): OperationId[] {
  return (ids.length > 0 ? ids : OPERATION_IDS)
    .filter((id) => surfaces.includes(operations[id].surface))
    .filter((id) => !readOnly || operations[id].method === 'get');
}

/** A selected check, and why it cannot be run, if it cannot. */
export interface Selected {
  readonly check: Check;
  readonly missing?: string;
}

/** Removes checks that are not selected; keeps those that cannot be run, with the reason. */
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
  return [...capabilitiesOf(operationId), ...needs];
}

function missingFor({ operationId, needs }: Check, callers: Callers): string | undefined {
  const { surface } = operations[operationId];
  const variables = surface === 'management' ? 'KEY_ID and …KEY_SECRET' : 'TOKEN';
  if (needs.includes('reader') && callers[surface].reader === undefined)
    return `${surface} has no reader credential: set PENSTOCK_READER_${variables}.`;
  if (needs.includes('second-tenant') && callers[surface].stranger === undefined)
    return `${surface} has no second tenant: set PENSTOCK_STRANGER_${variables}${surface === 'management' ? ', …ORGANIZATION_ID and …SERVICE_ID' : ''}.`;
  return undefined;
}
