import { isObject } from './openapi.ts';
import { pointerOf } from './pointer.ts';

/** A `$ref`: where it stands, and where it leads. */
export interface Reference {
  /** Of the object that holds `$ref`. */
  readonly pointer: string;
  /** As written, such as `#/components/schemas/Pipe`. */
  readonly target: string;
  /** `readOnly` and `writeOnly` of the schemas around it. */
  readonly readOnly: boolean;
  readonly writeOnly: boolean;
}

/** Keys of plain data, in which `$ref` would be a name like any other. */
const DATA = new Set(['example', 'default', 'const', 'enum', 'value']);
/** Keys of objects whose own keys are names that the author chose. */
const NAMED = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas']);

/** Every reference below a node, which stands at `pointer` of its document. */
export function references(node: unknown, pointer: readonly string[] = []): Reference[] {
  const found: Reference[] = [];
  visit(node, [...pointer], { names: false, readOnly: false, writeOnly: false }, found);
  return found;
}

interface Surroundings {
  /** Whether the keys of this node are names and not keywords. */
  readonly names: boolean;
  readonly readOnly: boolean;
  readonly writeOnly: boolean;
}

function visit(node: unknown, path: readonly string[], around: Surroundings, found: Reference[]): void {
  if (Array.isArray(node)) {
    for (const [index, child] of node.entries()) visit(child, [...path, String(index)], around, found);
    return;
  }
  if (!isObject(node)) return;
  const readOnly = around.readOnly || (!around.names && node.readOnly === true);
  const writeOnly = around.writeOnly || (!around.names && node.writeOnly === true);
  if (!around.names && typeof node.$ref === 'string') {
    found.push({ pointer: pointerOf(path), target: node.$ref, readOnly, writeOnly });
  }
  for (const [key, child] of Object.entries(node)) {
    if (!around.names && isData(key, child)) continue;
    visit(child, [...path, key], { names: !around.names && NAMED.has(key), readOnly, writeOnly }, found);
  }
}

function isData(key: string, child: unknown): boolean {
  // The examples of a schema are a list of data, those of a media type are objects which may be referred to.
  return DATA.has(key) || key.startsWith('x-') || (key === 'examples' && Array.isArray(child));
}
