import { type Operation, type OperationId, operations, type Surface } from '@penstock/contract';

/** A kind of thing that can be made and deleted again: the operations that are about it, found by their paths. */
export interface ResourceKind {
  readonly surface: Surface;
  /** The path parameter that names one, such as `pipeId`. */
  readonly parameter: string;
  readonly create: OperationId;
  readonly list: OperationId;
  readonly get: OperationId;
  readonly remove: OperationId;
}

const entries = Object.entries(operations) as [OperationId, Operation][];

export const RESOURCE_KINDS: readonly ResourceKind[] = entries
  .filter(([, { method }]) => method === 'delete')
  .map(([remove, { surface, path, pathParameters }]) => {
    const collection = path.slice(0, path.lastIndexOf('/'));
    return {
      surface,
      parameter: pathParameters.at(-1) ?? '',
      create: operationAt('post', collection),
      list: operationAt('get', collection),
      get: operationAt('get', path),
      remove,
    };
  });

/** The kind whose one thing an operation is about; none for lists and creations. */
export function kindNamedBy(operationId: OperationId): ResourceKind | undefined {
  const { surface, pathParameters } = operations[operationId];
  return RESOURCE_KINDS.find((kind) => kind.surface === surface && kind.parameter === pathParameters.at(-1));
}

export function kindMadeBy(operationId: OperationId): ResourceKind | undefined {
  return RESOURCE_KINDS.find(({ create }) => create === operationId);
}

function operationAt(method: string, path: string): OperationId {
  const found = entries.find(([, operation]) => operation.method === method && operation.path === path);
  if (found === undefined) throw new Error(`The contract has no ${method.toUpperCase()} ${path}.`);
  return found[0];
}
