import { type OpenApiDocument, resolve, type SchemaObject } from '../../src/reader.ts';

/** Changes an object of a body in place. */
type Edit = () => void;

/**
 * Returns a copy of a body with one edit per number: a property is removed, added, or gets another value of its schema.
 * Each number selects one of the edits that are possible then.
 */
export function editedBody(
  document: OpenApiDocument,
  schema: SchemaObject,
  body: unknown,
  choices: readonly number[],
): unknown {
  const edited = structuredClone(body);
  for (const choice of choices) {
    const edits = editsOf(document, schema, edited);
    edits[choice % edits.length]?.();
  }
  return edited;
}

function editsOf(document: OpenApiDocument, reference: unknown, value: unknown): Edit[] {
  const schema = resolve<SchemaObject>(document, reference as SchemaObject);
  if (Array.isArray(value)) return value.flatMap((item) => editsOf(document, schema.items, item));
  if (typeof value !== 'object' || value === null) return [];
  const object = value as Record<string, unknown>;
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]) => [
    ...(name in object ? [() => void delete object[name]] : []),
    ...samplesOf(document, property).map((sample) => () => {
      object[name] = sample;
    }),
    ...editsOf(document, property, object[name]),
  ]);
}

/** Values of a schema: all of a small set, and examples of a large one. */
function samplesOf(document: OpenApiDocument, reference: unknown): unknown[] {
  const schema = resolve<SchemaObject>(document, reference as SchemaObject);
  const types = [schema.type ?? []].flat();
  const none = types.includes('null') ? [null] : [];
  if (schema.enum !== undefined) return [...schema.enum];
  if (types.includes('boolean')) return [...none, true, false];
  if (types.includes('array')) {
    const [item] = samplesOf(document, schema.items);
    return [[], [item], [item, structuredClone(item)]];
  }
  if (types.includes('object'))
    return [...none, objectOf(document, schema, 'all'), objectOf(document, schema, 'required')];
  const { minimum = 1, maximum = minimum } = schema as { minimum?: number; maximum?: number };
  if (types.includes('integer')) return [...none, minimum, maximum];
  const empty = schema.minLength === undefined && types.includes('string') ? [''] : [];
  return [...none, ...((schema.examples as unknown[] | undefined) ?? []), ...empty];
}

function objectOf(document: OpenApiDocument, schema: SchemaObject, which: 'all' | 'required'): object {
  const properties = Object.entries(schema.properties ?? {}).filter(
    ([name]) => which === 'all' || schema.required?.includes(name),
  );
  const entries = properties.flatMap(([name, property]) => {
    const [sample] = samplesOf(document, property);
    return sample === undefined ? [] : [[name, sample]];
  });
  return Object.fromEntries(entries);
}
