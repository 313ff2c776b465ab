import { type OpenApiDocument, parsePointer, resolve, type SchemaObject } from '@penstock/contract/reader';
import { parse } from 'yaml';
import { type Texts, textOf } from './texts.ts';

/** The content of `openapi/specification/fields.yaml`: the operations and fields that the specification states. */
export interface SpecificationFields {
  readonly pathParameters: readonly { readonly surface: string; readonly name: string }[];
  readonly operations: readonly {
    readonly surface: string;
    readonly method: string;
    readonly path: string;
  }[];
  readonly listedOperations: readonly { readonly surface: string; readonly operations: readonly string[] }[];
  readonly groups: readonly {
    readonly surface: string;
    readonly schema: string;
    readonly fields: readonly { readonly pointer: string }[];
  }[];
}

export function readSpecificationFields(texts: Texts): SpecificationFields {
  return parse(textOf(texts, 'specification/fields.yaml')) as SpecificationFields;
}

/** Returns the names of the properties that the specification states, by the `properties` object that contains them. */
export function specifiedProperties(
  { groups }: SpecificationFields,
  document: OpenApiDocument,
): Map<object, Set<string>> {
  const found = new Map<object, Set<string>>();
  const { schemas = {} } = document.components;
  for (const { schema, fields } of groups) {
    const root = schemas[schema];
    if (root === undefined) continue;
    for (const { pointer } of fields) addProperty(found, document, root, parsePointer(pointer));
  }
  return found;
}

/** Follows a pointer of the list, in which `*` is any item of an array, and adds the property of its last segment. */
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
