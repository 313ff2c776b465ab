import { childAt, entriesOf, isObject, itemsOf, mappingAt, mappingBelow, type Place } from './place.ts';
import type { Context, Resolve } from './rule.ts';

/** An operation with what it inherits from its path. */
export interface Operation {
  /** Its operationId, or its method and path while it has none. */
  id: string;
  method: string;
  path: string;
  place: Place<Record<string, unknown>>;
  parameters: Place<Record<string, unknown>>[];
}

const METHODS = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']);

/** The operations that callers of the API can send. */
export function operationsOf(root: object, context: Context): Operation[] {
  return operationsUnder('paths', root, context);
}

/** What a server of the API sends by itself: its request bodies are answers of ours, so to speak. */
export function webhooksOf(root: object, context: Context): Operation[] {
  return operationsUnder('webhooks', root, context);
}

/** The schemas of the request body of an operation, one a media type. */
export function bodySchemas(operation: Operation, resolve: Resolve): Place[] {
  const body = mappingBelow(operation.place, ['requestBody'], resolve);
  return body ? mediaSchemas(body, resolve) : [];
}

/** The schemas of all answers of an operation. */
export function answerSchemas(operation: Operation, resolve: Resolve): Place[] {
  return answersOf(operation, resolve).flatMap(([, answer]) => mediaSchemas(answer, resolve));
}

/** The answers of an operation by their status. */
export function answersOf(
  { place }: Operation,
  resolve: Resolve,
): [string, Place<Record<string, unknown>>][] {
  const responses = childAt(place, 'responses');
  return entriesOf(responses ?? { node: {}, location: place.location }).flatMap(([status, response]) => {
    const answer = mappingAt(response, resolve);
    return answer ? [[status, answer] satisfies [string, Place]] : [];
  });
}

/** Whether an operation takes a parameter. */
export function takes({ parameters }: Operation, place: 'query' | 'header', name: string): boolean {
  return parameters.some(({ node }) => node.in === place && node.name === name);
}

function mediaSchemas(holder: Place<Record<string, unknown>>, resolve: Resolve): Place[] {
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
      const place = { node, location };
      const parameters = [...parametersOf(pathItem, resolve), ...parametersOf(place, resolve)];
      const id = String(node.operationId ?? `${method.toUpperCase()} ${path}`);
      return [{ id, method, path, place, parameters }];
    });
  });
}

function parametersOf(holder: Place<Record<string, unknown>>, resolve: Resolve) {
  const parameters = childAt(holder, 'parameters');
  return itemsOf(parameters ?? { node: [], location: holder.location }).flatMap(
    (parameter) => mappingAt(parameter, resolve) ?? [],
  );
}
