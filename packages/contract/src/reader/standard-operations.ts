import type { HttpMethod } from './http-method.ts';

/** The five standard operations of a resource: two of the collection, three of an item in it. */
export const STANDARD_ACTIONS = ['list', 'create', 'get', 'update', 'delete'] as const;

export type StandardAction = (typeof STANDARD_ACTIONS)[number];

/** A collection of items with its five standard operations, by their operationIds. */
export type StandardOperations<Id extends string = string> = Readonly<Record<StandardAction, Id>> & {
  /** The path of the collection, such as `/api/v2/alerts`. */
  readonly collectionPath: string;
  /** The path of an item, such as `/api/v2/alerts/{alertId}`. */
  readonly itemPath: string;
  /** The path parameter that identifies an item, such as `alertId`. */
  readonly idParameter: string;
};

/** The method and path by which a standard operation is found. */
interface OperationAddress {
  readonly method: HttpMethod;
  readonly path: string;
}

/** Returns every collection of a table of operations that has all five standard operations, in the order of the table. */
export function findStandardOperations<Id extends string>(
  operations: Readonly<Record<Id, OperationAddress>>,
): StandardOperations<Id>[] {
  const ids = Object.keys(operations) as Id[];
  const idAt = (path: string, ...methods: HttpMethod[]) =>
    ids.find((id) => operations[id].path === path && methods.includes(operations[id].method));
  const itemPaths = new Set(ids.map((id) => operations[id].path).filter((path) => path.endsWith('}')));
  return [...itemPaths].flatMap((itemPath) => {
    const collectionPath = itemPath.slice(0, itemPath.lastIndexOf('/'));
    const standard = {
      list: idAt(collectionPath, 'get'),
      create: idAt(collectionPath, 'post'),
      get: idAt(itemPath, 'get'),
      update: idAt(itemPath, 'put', 'patch'),
      delete: idAt(itemPath, 'delete'),
    };
    if (!isComplete(standard)) return [];
    return [{ ...standard, collectionPath, itemPath, idParameter: lastParameter(itemPath) }];
  });
}

function isComplete<Id>(
  standard: Readonly<Record<StandardAction, Id | undefined>>,
): standard is Readonly<Record<StandardAction, Id>> {
  return STANDARD_ACTIONS.every((action) => standard[action] !== undefined);
}

function lastParameter(path: string): string {
  return path.slice(path.lastIndexOf('{') + 1, -1);
}
