import { isObject, METHODS } from './openapi.ts';
import { pointerOf } from './pointer.ts';

/** A part of a document with an invalid type. */
export interface Misshapen {
  readonly pointer: string;
  /** The expected kind of node. */
  readonly expected: string;
}

/**
 * Returns the first part with an invalid type, of those that this package reads. Other errors are the responsibility
 * of a linter.
 */
export function misshapen(document: Readonly<Record<string, unknown>>): Misshapen | undefined {
  const maps = (['paths', 'webhooks', 'components'] as const).flatMap((key) =>
    document[key] === undefined || isObject(document[key]) ? [] : [wrong([key], 'an object')],
  );
  return [...maps, ...inSecurity(document, []), ...inOperations(document)][0];
}

function inOperations(document: Readonly<Record<string, unknown>>): Misshapen[] {
  return ['paths', 'webhooks'].flatMap((section) =>
    entriesOf(document[section])
      .filter(([path]) => !path.startsWith('x-'))
      .flatMap(([path, item]) => inPathItem(item, [section, path])),
  );
}

function inPathItem(item: unknown, path: readonly string[]): Misshapen[] {
  if (!isObject(item)) return [wrong(path, 'a path item')];
  return [
    ...inParameters(item, path),
    ...METHODS.flatMap((method) => {
      const operation = item[method];
      const at = [...path, method];
      if (operation === undefined) return [];
      if (!isObject(operation)) return [wrong(at, 'an operation')];
      return [...inParameters(operation, at), ...inSecurity(operation, at)];
    }),
  ];
}

function inParameters(
  { parameters }: Readonly<Record<string, unknown>>,
  path: readonly string[],
): Misshapen[] {
  if (parameters === undefined || Array.isArray(parameters)) return [];
  return [wrong([...path, 'parameters'], 'a list')];
}

function inSecurity({ security }: Readonly<Record<string, unknown>>, path: readonly string[]): Misshapen[] {
  if (security === undefined || (Array.isArray(security) && security.every(isObject))) return [];
  return [wrong([...path, 'security'], 'a list of objects')];
}

function entriesOf(value: unknown): [string, unknown][] {
  return isObject(value) ? Object.entries(value) : [];
}

function wrong(path: readonly string[], expected: string): Misshapen {
  return { pointer: pointerOf(path), expected };
}
