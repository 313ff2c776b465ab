import {
  childAt,
  entriesOf,
  isObject,
  itemsOf,
  type LocatedNode,
  mappingAt,
  mappingBelow,
} from './located-node.ts';
import type { Context, Resolve, Visitor } from './rule.ts';

/** An operation with what it inherits from its path. */
export interface Operation {
  /** Its operationId, or its method and path while it has none. */
  id: string;
  method: string;
  path: string;
  located: LocatedNode<Record<string, unknown>>;
  parameters: LocatedNode<Record<string, unknown>>[];
}

const METHODS = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']);

/** Returns a visitor that passes each operation that clients of the API can call to `visit`. */
export function eachOperation(visit: (operation: Operation, context: Context) => void): Visitor {
  return {
    Root(root, context) {
      for (const operation of operationsOf(root, context)) visit(operation, context);
    },
  };
}

/** Returns the operations that clients of the API can call. */
export function operationsOf(root: object, context: Context): Operation[] {
  return operationsUnder('paths', root, context);
}

/** Returns the requests that a server of the API sends. Their bodies follow the rules of responses. */
export function webhooksOf(root: object, context: Context): Operation[] {
  return operationsUnder('webhooks', root, context);
}

/** Returns the schemas of the request body of an operation, one per media type. */
export function bodySchemas(operation: Operation, resolve: Resolve): LocatedNode[] {
  const body = mappingBelow(operation.located, ['requestBody'], resolve);
  return body ? mediaSchemas(body, resolve) : [];
}

/** Returns the schemas of all responses of an operation. */
export function responseSchemas(operation: Operation, resolve: Resolve): LocatedNode[] {
  return responsesOf(operation, resolve).flatMap(([, response]) => mediaSchemas(response, resolve));
}

/** Returns the responses of an operation by status. */
export function responsesOf(
  { located }: Operation,
  resolve: Resolve,
): [string, LocatedNode<Record<string, unknown>>][] {
  const responses = childAt(located, 'responses');
  return entriesOf(responses ?? { node: {}, location: located.location }).flatMap(([status, reference]) => {
    const response = mappingAt(reference, resolve);
    return response ? [[status, response] satisfies [string, LocatedNode]] : [];
  });
}

/** Whether an operation has a parameter. */
export function takes({ parameters }: Operation, kind: 'query' | 'header', name: string): boolean {
  return parameters.some(({ node }) => node.in === kind && node.name === name);
}

function mediaSchemas(holder: LocatedNode<Record<string, unknown>>, resolve: Resolve): LocatedNode[] {
  const content = mappingBelow(holder, ['content'], resolve);
  return entriesOf(content ?? { node: {}, location: holder.location }).flatMap(([, media]) => {
    const schema = isObject(media.node) && childAt({ ...media, node: media.node }, 'schema');
    return schema ? [schema] : [];
  });
}

function operationsUnder(
  key: 'paths' | 'webhooks',
  root: object,
  { location, resolve }: Context,
): Operation[] {
  const paths = mappingBelow({ node: root, location }, [key], resolve);
  return entriesOf(paths ?? { node: {}, location }).flatMap(([path, reference]) => {
    const pathItem = mappingAt(reference, resolve);
    if (!pathItem) return [];
    return entriesOf(pathItem).flatMap(([method, { node, location }]) => {
      if (!METHODS.has(method) || !isObject(node)) return [];
      const located = { node, location };
      const parameters = [...parametersOf(pathItem, resolve), ...parametersOf(located, resolve)];
      const id = String(node.operationId ?? `${method.toUpperCase()} ${path}`);
      return [{ id, method, path, located, parameters }];
    });
  });
}

function parametersOf(holder: LocatedNode<Record<string, unknown>>, resolve: Resolve) {
  const parameters = childAt(holder, 'parameters');
  return itemsOf(parameters ?? { node: [], location: holder.location }).flatMap(
    (parameter) => mappingAt(parameter, resolve) ?? [],
  );
}
