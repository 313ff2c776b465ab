import { type OperationId, secretFields } from '@penstock/contract';

/**
 * Locations that change by themselves: pipes change state, alerts are evaluated, and the timestamp of the last change
 * follows both.
 */
const CHANGING = ['/state', '/failure', '/updatedAt', '/lastEvaluation'];

/** Returned once, by the creation, if the server generated it (D-51). */
const RETURNED_ONCE = '/secret';

export function changesByItself(pointer: string): boolean {
  return CHANGING.includes(pointer) || pointer === RETURNED_ONCE;
}

/** Fields of a request that are instructions, not part of the resource. */
const INSTRUCTIONS = [
  '/startPaused',
  '/source/validateSamples',
  '/source/postgres/tableMappingsToAdd',
  '/source/postgres/tableMappingsToRemove',
];

/** Whether a location of a request never appears in a response as it was sent. */
export function isNeverReturned(operationId: OperationId): (pointer: string) => boolean {
  const hidden = [...(secretFields[operationId] ?? []), ...INSTRUCTIONS];
  return (pointer) => hidden.includes(pointer);
}
