import type { Idempotency, OperationId } from '@penstock/contract';
import { callOperation } from './call.ts';
import type { Connection } from './connection.ts';
import type { AnswerKind } from './envelope.ts';
import { isPathValue, wrongPathValue } from './path-values.ts';

/** What the contract says about an operation, as far as it takes to call it. */
export interface ResourceOperation {
  readonly operationId: OperationId;
  readonly method: string;
  readonly path: string;
  /** The path with the values of the scope, taken apart: text and the names of parameters in turns. */
  readonly segments: readonly string[];
  readonly idempotency: Idempotency;
  readonly answer: AnswerKind;
  /** What it takes beside the path and options. */
  readonly takes: 'body' | 'query' | undefined;
}

/** A {@link ResourceOperation} as the generated tables have it: without names, of which a bundle would have hundreds. */
export type OperationEntry = readonly [
  operationId: OperationId,
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  idempotency: Idempotency,
  answer: AnswerKind,
  takes?: 'body' | 'query',
];

/**
 * The five operations that most collections have, of one path and named alike. The generator uses it where the operation
 * table says just this.
 */
export function standardOperations<One extends string, Many extends string>(
  path: string,
  id: string,
  one: One,
  many: Many,
) {
  const item = `${path}/{${id}}`;
  return {
    list: [`list${many}`, 'GET', path, 'safe', 'page', 'query'],
    create: [`create${one}`, 'POST', path, 'keyed', 'resource', 'body'],
    get: [`get${one}`, 'GET', item, 'safe', 'resource'],
    update: [`update${one}`, 'PUT', item, 'idempotent', 'resource', 'body'],
    delete: [`delete${one}`, 'DELETE', item, 'idempotent', 'nothing'],
  } as const;
}

/** Path parameters that all methods of a resource have in common. */
type Scope = Readonly<Record<string, string>>;

/** Where a resource keeps what tells it from all others, for caches. */
export const resourceKey: unique symbol = Symbol.for('penstock.resource');

/**
 * Makes the methods of a resource out of its operations. Each takes the path parameters that the scope has not, the body or
 * the query if there is one, and options.
 */
export function createResource<Resource>(
  connection: Connection,
  name: string,
  operations: Readonly<Record<string, OperationEntry>>,
  scopeOfAll: object = {},
): Resource {
  const scope = { ...scopeOfAll } as Scope;
  for (const parameter in scope) {
    if (!isPathValue(scope[parameter])) throw new TypeError(wrongPathValue(parameter));
  }
  const methods = Object.entries(operations).map(([method, entry]) => {
    let operation: ResourceOperation | undefined;
    const call = (...values: unknown[]) => {
      // Made on the first call: most methods of most services are never called.
      operation ??= within(scope, entry);
      return callOperation(connection, operation, values);
    };
    return [method, call];
  });
  const key = [connection.baseUrl, connection.surface, ...Object.values(scope), name];
  return Object.defineProperty(Object.fromEntries(methods), resourceKey, { value: key }) as Resource;
}

/** An operation whose path has the values of the scope. */
function within(
  scope: Scope,
  [operationId, method, path, idempotency, answer, takes]: OperationEntry,
): ResourceOperation {
  const scoped = path.replace(/\{(\w+)\}/g, (parameter, name: string) =>
    name in scope ? encodeURIComponent(scope[name] as string) : parameter,
  );
  return { operationId, method, path, segments: scoped.split(/[{}]/), idempotency, answer, takes };
}
