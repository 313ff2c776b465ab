import { type OperationId, type OperationIdOf, operations, type Surface } from '@penstock/contract';

/** The server leaves out this operation on purpose. The caller gets a 501. */
export class NotImplemented extends Error {
  override readonly name = 'NotImplemented';
  readonly operationId: OperationId;

  constructor(operationId: OperationId) {
    super(`${operationId} is not implemented.`);
    this.operationId = operationId;
  }
}

/** Handlers that respond with 501, one for each operation. */
export type NotImplementedHandlers<Id extends OperationId> = { [Operation in Id]: () => never };

/** The groups of a surface, which are tags in the contract, such as `pipes` or `dashboards`. */
export type GroupOf<S extends Surface> = TagOf<OperationIdOf<S>>;

/** The operations of one group of a surface. */
export type OperationIdOfGroup<S extends Surface, Group extends string> = {
  [Id in OperationIdOf<S>]: TagOf<Id> extends Group ? Id : never;
}[OperationIdOf<S>];

type TagOf<Id extends OperationId> = (typeof operations)[Id]['tag'];

/**
 * Returns handlers for operations that a server leaves out on purpose. Each of them responds with 501
 * `not_implemented`. A server may leave out the experimental operations that declare this status (D-08). With others left
 * out, it does not implement the whole contract.
 *
 * ```ts
 * handlers: { ...pipeHandlers, ...notImplemented('deletePipe', 'getPipeSettings') }
 * ```
 */
export function notImplemented<Id extends OperationId>(...operationIds: Id[]): NotImplementedHandlers<Id> {
  const handlers = operationIds.map((operationId) => [
    operationId,
    () => {
      throw new NotImplemented(operationId);
    },
  ]);
  return Object.fromEntries(handlers);
}

/**
 * {@link notImplemented} for a whole group of operations, including those that later versions of the contract add.
 *
 * ```ts
 * handlers: { ...pipeHandlers, ...notImplementedGroup('management', 'dashboards') }
 * ```
 *
 * @throws Error if the surface has no such group.
 */
export function notImplementedGroup<S extends Surface, Group extends GroupOf<S>>(
  surface: S,
  group: Group,
): NotImplementedHandlers<OperationIdOfGroup<S, Group>> {
  const operationIds = (Object.keys(operations) as OperationId[]).filter(
    (id) => operations[id].surface === surface && operations[id].tag === group,
  );
  if (operationIds.length === 0) throw new Error(`The surface ${surface} has no group ${group}.`);
  return notImplemented(...operationIds) as NotImplementedHandlers<OperationIdOfGroup<S, Group>>;
}
