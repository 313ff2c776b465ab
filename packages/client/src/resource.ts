import type { Idempotency, OperationId } from '@penstock/contract';
import { callOperation } from './call.ts';
import type { Connection } from './connection.ts';
import type { AnswerKind } from './envelope.ts';

/** What the contract says about an operation, as far as it takes to call it. */
export interface ResourceOperation {
  readonly operationId: OperationId;
  readonly method: string;
  readonly path: string;
  /** The path, taken apart: text and the names of parameters in turns. */
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
export type Scope = Readonly<Record<string, string>>;

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
  scope: Scope = {},
): Resource {
  const methods = Object.entries(operations).map(([name, entry]) => {
    const [operationId, method, path, idempotency, answer, takes] = entry;
    // Text and names in turns, taken apart once and not for each call.
    const segments = path.split(/[{}]/);
    const operation = { operationId, method, path, segments, idempotency, answer, takes };
    return [name, (...values: unknown[]) => callOperation(connection, operation, scope, values)];
  });
  const key = [connection.baseUrl, connection.surface, ...Object.values(scope), name];
  return Object.defineProperty(Object.fromEntries(methods), resourceKey, { value: key }) as Resource;
}
