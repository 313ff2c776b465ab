import type { DescribedOperation, Schema } from '../described-operation.ts';

/**
 * As much of an answer as the request body of an operation can hold: what somebody sends back who read it, changed it and
 * kept to the contract. Secrets are not in it, because answers do not have them; undefined if nothing is left.
 */
export function writablePart(answer: unknown, { requestSchema, resolve }: DescribedOperation): unknown {
  return requestSchema === undefined ? undefined : partOf(answer, requestSchema, resolve);
}

function partOf(value: unknown, unresolved: Schema, resolve: (schema: Schema) => Schema): unknown {
  const schema = resolve(unresolved);
  // A masked connection string is shown where only the real one may be sent.
  if (schema.writeOnly === true || value === undefined) return undefined;
  const { items, properties } = schema;
  if (Array.isArray(value))
    return items === undefined ? value : value.map((item) => partOf(item, items, resolve));
  if (typeof value !== 'object' || value === null || properties === undefined) return value;
  const parts = Object.entries(properties).flatMap(([name, property]) => {
    const part = partOf((value as Readonly<Record<string, unknown>>)[name], property, resolve);
    return part === undefined ? [] : [[name, part] as const];
  });
  return parts.length === 0 ? undefined : Object.fromEntries(parts);
}
