import type { OperationId } from '@penstock/contract';

/** A handler that is not there on purpose. The caller gets a 501. */
export class NotImplemented extends Error {
  override readonly name = 'NotImplemented';
  readonly operationId: OperationId;

  constructor(operationId: OperationId) {
    super(`${operationId} is not implemented.`);
    this.operationId = operationId;
  }
}

/**
 * Handlers for operations that a server leaves out on purpose, in one place that says so. Each of them answers 501
 * `not_implemented`; a server that has any does not keep the whole contract.
 *
 * ```ts
 * handlers: { ...pipeHandlers, ...notImplemented('deletePipe', 'getPipeSettings') }
 * ```
 */
export function notImplemented<Id extends OperationId>(
  ...operationIds: Id[]
): { [Operation in Id]: () => never } {
  const handlers = operationIds.map((operationId) => [
    operationId,
    () => {
      throw new NotImplemented(operationId);
    },
  ]);
  return Object.fromEntries(handlers);
}
