import type { ContractOperation, Schema } from '../contract-operation.ts';

/**
 * Returns the part of a response that the request body of an operation accepts: what a client sends back after it changed
 * a field. Secrets are missing, because responses do not contain them; undefined if nothing is left.
 */
export function writablePart(response: unknown, { requestSchema, resolve }: ContractOperation): unknown {
  return requestSchema === undefined ? undefined : partOf(response, requestSchema, resolve);
}

function partOf(value: unknown, unresolved: Schema, resolve: (schema: Schema) => Schema): unknown {
  const schema = resolve(unresolved);
  // A masked connection string is returned where only the real one may be sent.
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
