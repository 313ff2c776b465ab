import type { OpenApiDocument } from '@penstock/contract/documents';
import { parse } from 'yaml';
import { type Reference, resolve, type Schema } from './openapi.ts';
import { type Texts, textOf } from './texts.ts';

/** `openapi/specification/fields.yaml`: what the specification states. */
export interface Given {
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

export function readGiven(texts: Texts): Given {
  return parse(textOf(texts, 'specification/fields.yaml')) as Given;
}

/** The properties of a document that the specification gives, by the `properties` object they stand in. */
export function givenProperties(given: Given, document: OpenApiDocument): Map<object, Set<string>> {
  const found = new Map<object, Set<string>>();
  const { schemas = {} } = document.components;
  for (const { schema, fields } of given.groups) {
    const root = schemas[schema] as Schema | undefined;
    if (root === undefined) continue;
    for (const { pointer } of fields) markAlong(found, document, root, pointer.split('/').slice(1));
  }
  return found;
}

/** Follows a pointer of the list through references; the last step is the one that is given. */
function markAlong(
  found: Map<object, Set<string>>,
  document: OpenApiDocument,
  root: Schema | Reference,
  steps: readonly string[],
): void {
  const [step = '', ...rest] = steps;
  const schema = resolve<Schema>(document, root);
  if (step === '*') {
    if (schema.items) markAlong(found, document, schema.items, rest);
    return;
  }
  const { properties = {} } = schema;
  const next = properties[step];
  if (next === undefined) return;
  if (rest.length > 0) {
    markAlong(found, document, next, rest);
    return;
  }
  found.set(properties, (found.get(properties) ?? new Set()).add(step));
}
