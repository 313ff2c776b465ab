import { isObject } from './openapi.ts';
import { pointerOf } from './pointer.ts';

/** A `$ref` and its target. */
interface Reference {
  /** The pointer of the object that contains `$ref`. */
  readonly pointer: string;
  /** As written, such as `#/components/schemas/Pipe`. */
  readonly target: string;
}

/** Keys of plain data, where `$ref` is an ordinary name. */
const DATA = new Set(['example', 'default', 'const', 'enum', 'value']);
/** Keys of objects whose own keys are names that the author chose. */
const NAMED = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas']);

/** Every reference of a document. */
export function references(document: unknown): Reference[] {
  const found: Reference[] = [];
  const visit = (node: unknown, path: readonly string[], isNames: boolean): void => {
    const target = isNames ? undefined : targetOf(node);
    if (target !== undefined) found.push({ pointer: pointerOf(path), target });
    for (const [key, child] of childrenOf(node, isNames))
      visit(child, [...path, key], containsNames(key, isNames));
  };
  visit(document, [], false);
  return found;
}

/** Returns the target of a reference; undefined for other nodes. */
export function targetOf(node: unknown): string | undefined {
  return isObject(node) && typeof node.$ref === 'string' ? node.$ref : undefined;
}

/** Returns the children that may contain references; the keys of the node may be names that the author chose. */
export function childrenOf(node: unknown, isNames: boolean): [key: string, child: unknown][] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).filter(([key, child]) => isNames || !isData(key, child));
}

/** Whether the keys below a key are names. `properties` is a keyword, but a property may also have this name. */
export function containsNames(key: string, isNames: boolean): boolean {
  return !isNames && NAMED.has(key);
}

function isData(key: string, child: unknown): boolean {
  // The examples of a schema are a list of data, those of a media type are objects which may be referred to.
  return DATA.has(key) || key.startsWith('x-') || (key === 'examples' && Array.isArray(child));
}
