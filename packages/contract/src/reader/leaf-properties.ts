import type { OpenApiDocument, SchemaObject } from './openapi-document.ts';
import { resolve } from './references.ts';

/** A property that contains a single value, below any number of objects. */
export interface LeafProperty {
  /** The names on the way to it, joined by dots: `data.alertId`. */
  readonly name: string;
  readonly description: string;
  /** Whether it is a map, whose names the document does not know. */
  readonly isMap: boolean;
}

/** Returns the single values of an object schema and of the objects in it, in the order of the document. */
export function leafProperties(
  document: OpenApiDocument,
  schema: SchemaObject,
  prefix: readonly string[] = [],
): LeafProperty[] {
  const { properties = {} } = resolve<SchemaObject>(document, schema);
  return Object.entries(properties).flatMap(([property, reference]): LeafProperty[] => {
    const resolved = resolve<SchemaObject>(document, reference as SchemaObject);
    const path = [...prefix, property];
    if (resolved.properties !== undefined) return leafProperties(document, resolved, path);
    const isMap = typeof resolved.additionalProperties === 'object';
    return [{ name: path.join('.'), description: resolved.description ?? '', isMap }];
  });
}
