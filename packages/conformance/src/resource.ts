import {
  idParameterOf,
  type OperationId,
  type Resource,
  resourceOf,
  standardAction,
} from '@penstock/contract';

/** Returns the resource that an operation creates; undefined for operations that create none. */
export function resourceCreatedBy(operationId: OperationId): Resource | undefined {
  return standardAction(operationId) === 'create' ? resourceOf(operationId) : undefined;
}

/** Returns the resource of which an operation addresses one item; undefined for operations on a collection. */
export function resourceAddressedBy(operationId: OperationId): Resource | undefined {
  return idParameterOf(operationId) === undefined ? undefined : resourceOf(operationId);
}
