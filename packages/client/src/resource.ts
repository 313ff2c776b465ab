import type { Idempotency, OperationId } from '@penstock/contract';
import { callOperation } from './call.ts';
import type { Connection } from './connection.ts';
import type { ContentKind } from './envelope.ts';
import { isPathValue, pathValueMessage } from './path-values.ts';

/** The part of an operation that a call needs. */
export interface ResourceOperation {
  readonly operationId: OperationId;
  readonly method: string;
  readonly path: string;
  /** The path with the values of the scope, split into text and parameter names, alternating. */
  readonly segments: readonly string[];
  readonly idempotency: Idempotency;
  readonly returns: ContentKind;
  /** The argument that follows the path values. */
  readonly takes: 'body' | 'query' | undefined;
}

/** A {@link ResourceOperation} in a generated table: a tuple, because property names would add hundreds of bytes to bundles. */
export type OperationEntry = readonly [
  operationId: OperationId,
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  idempotency: Idempotency,
  returns: ContentKind,
  takes?: 'body' | 'query',
];

/** The path parameters that all methods of a resource share. */
type Scope = Readonly<Record<string, string>>;

/** The property of a resource that contains its cache key. */
export const resourceKey: unique symbol = Symbol.for('penstock.resource');

/**
 * Creates the methods of a resource from its operations. Each takes the path parameters that the scope does not have, the
 * body or the query if it has one, and options.
 */
export function createResource<Resource>(
  connection: Connection,
  name: string,
  operations: Readonly<Record<string, OperationEntry>>,
  scopeOfAll: object = {},
): Resource {
  const scope = { ...scopeOfAll } as Scope;
  for (const parameter in scope) {
    if (!isPathValue(scope[parameter])) throw new TypeError(pathValueMessage(parameter));
  }
  const methods = Object.entries(operations).map(([method, entry]) => {
    let operation: ResourceOperation | undefined;
    const call = (...values: unknown[]) => {
      // Created by the first call, because most methods are never called.
      operation ??= within(scope, entry);
      return callOperation(connection, operation, values);
    };
    // For helpers such as queriesOf.
    return [method, Object.assign(call, { entry })];
  });
  const key = [connection.baseUrl, connection.surface, ...Object.values(scope), name];
  return Object.defineProperty(Object.fromEntries(methods), resourceKey, { value: key }) as Resource;
}

/** Returns an operation with the values of the scope in its path. */
function within(
  scope: Scope,
  [operationId, method, path, idempotency, returns, takes]: OperationEntry,
): ResourceOperation {
  const scoped = path.replace(/\{(\w+)\}/g, (parameter, name: string) =>
    name in scope ? encodeURIComponent(scope[name] as string) : parameter,
  );
  return { operationId, method, path, segments: scoped.split(/[{}]/), idempotency, returns, takes };
}
