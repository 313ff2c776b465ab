import { parsePointer } from './json-pointer.ts';
import type { OpenApiDocument, SchemaObject } from './openapi-document.ts';
import { resolve } from './references.ts';

/** Fields of a component schema, each as a JSON Pointer through property names, in which `*` is any item of an array. */
export interface FieldList {
  readonly schema: string;
  readonly fields: readonly { readonly pointer: string }[];
}

/** Returns the names of the listed properties, by the `properties` object that contains them. */
export function listedProperties(
  document: OpenApiDocument,
  lists: readonly FieldList[],
): Map<object, Set<string>> {
  const found = new Map<object, Set<string>>();
  const { schemas = {} } = document.components;
  for (const { schema, fields } of lists) {
    const root = schemas[schema];
    if (root === undefined) continue;
    for (const { pointer } of fields) addProperty(found, document, root, parsePointer(pointer));
  }
  return found;
}

/** Follows a pointer from a schema, and adds the property of its last segment. */
function addProperty(
  found: Map<object, Set<string>>,
  document: OpenApiDocument,
  root: SchemaObject | boolean,
  segments: readonly string[],
): void {
  if (typeof root === 'boolean') return;
  const [segment = '', ...rest] = segments;
  const schema = resolve<SchemaObject>(document, root as SchemaObject);
  if (segment === '*') {
    if (schema.items) addProperty(found, document, schema.items, rest);
    return;
  }
  const { properties = {} } = schema;
  const next = properties[segment];
  if (next === undefined) return;
  if (rest.length > 0) {
    addProperty(found, document, next, rest);
    return;
  }
  found.set(properties, (found.get(properties) ?? new Set()).add(segment));
}
