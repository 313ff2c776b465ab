import { type Operation, type OperationId, operations, secretFields } from '@penstock/contract';
import type { ResourceKind } from '../resource-kind.ts';

/** The operation that changes a thing of a kind as a whole, by PATCH or PUT on its path. */
export function updateOf({ get }: ResourceKind): OperationId {
  const { path } = operations[get];
  const [found] = (Object.entries(operations) as [OperationId, Operation][]).filter(
    ([, operation]) => operation.path === path && ['patch', 'put'].includes(operation.method),
  );
  if (found === undefined) throw new Error(`The contract has nothing that changes ${path}.`);
  return found[0];
}

/**
 * Places that change by themselves: pipes move from state to state, alerts are evaluated, and the moment of the last change
 * goes with both.
 */
const MOVING = ['/state', '/updatedAt', '/lastEvaluation'];

/** Shown once, by the creation, if the server made it (D-51). */
const ONCE = '/secret';

export function isMoving(pointer: string): boolean {
  return MOVING.includes(pointer) || pointer === ONCE;
}

/** What an update says about the change and not about the thing. */
const INSTRUCTIONS = [
  '/source/validateSamples',
  '/source/postgres/tableMappingsToAdd',
  '/source/postgres/tableMappingsToRemove',
];

/** Whether a place of a request is one that no answer shows as it was sent. */
export function isNeverShown(operationId: OperationId): (pointer: string) => boolean {
  const hidden = [...(secretFields[operationId] ?? []), ...INSTRUCTIONS];
  return (pointer) => hidden.includes(pointer);
}
