import { acceptsNull, type Schema, typeOf } from '../contract-operation.ts';

/** Candidates for one location and one keyword. The first one with the intended validation result is sent. */
export interface Trial {
  /** The keyword, with a suffix if it has several trials: `maxLength`, `type/null`. */
  readonly name: string;
  readonly candidates: readonly unknown[];
}

/** Returns values at the boundaries of a schema, derived from a valid value. */
export function boundaryTrials(schema: Schema, valid: unknown): Trial[] {
  return [
    ...of('minLength', schema.minLength, (length) => textsOf(length, valid)),
    ...of('maxLength', schema.maxLength, (length) => textsOf(length, valid)),
    ...of('minimum', schema.minimum, (limit) => [limit]),
    ...of('maximum', schema.maximum, (limit) => [limit]),
    ...of('exclusiveMinimum', schema.exclusiveMinimum, (limit) => [limit + stepOf(schema)]),
    ...of('exclusiveMaximum', schema.exclusiveMaximum, (limit) => [limit - stepOf(schema)]),
    ...of('minItems', schema.minItems, (count) => listOperations(count, valid)),
    ...of('maxItems', schema.maxItems, (count) => listOperations(count, valid)),
    ...of('maxProperties', schema.maxProperties, (count) => mapsOf(count, valid)),
    ...(schema.enum ?? []).map((value) => ({ name: `enum/${value}`, candidates: [value] })),
    ...(acceptsNull(schema) ? [{ name: 'type/null', candidates: [null] }] : []),
  ];
}

/** Returns values just beyond the boundaries, and of another type. */
export function invalidTrials(schema: Schema, valid: unknown): Trial[] {
  return [
    ...of('minLength', schema.minLength, (length) => (length > 0 ? textsOf(length - 1, valid) : [])),
    ...of('maxLength', schema.maxLength, (length) => textsOf(length + 1, valid)),
    ...of('minimum', schema.minimum, (limit) => [limit - stepOf(schema)]),
    ...of('maximum', schema.maximum, (limit) => [limit + stepOf(schema)]),
    ...of('exclusiveMinimum', schema.exclusiveMinimum, (limit) => [limit]),
    ...of('exclusiveMaximum', schema.exclusiveMaximum, (limit) => [limit]),
    ...of('multipleOf', schema.multipleOf, (unit) => [Number(valid) + unit / 2]),
    ...of('minItems', schema.minItems, (count) => (count > 0 ? listOperations(count - 1, valid) : [])),
    ...of('maxItems', schema.maxItems, (count) => listOperations(count + 1, valid)),
    ...of('minProperties', schema.minProperties, () => [{}]),
    ...of('maxProperties', schema.maxProperties, (count) => mapsOf(count + 1, valid)),
    ...of('propertyNames', schema.propertyNames, () => [{ 'no name': 'x' }, { 'no name': valid }]),
    ...of('additionalProperties', schema.additionalProperties, (allowed) =>
      allowed === false ? [{ ...(valid as object), 'x-unknown': true }] : [],
    ),
    ...of('enum', schema.enum, () => ['none-of-these', -1]),
    ...of('format', schema.format, () => ['not-of-this-format']),
    ...of('pattern', schema.pattern, () => malformed(valid)),
    ...wrongTypes(schema),
  ];
}

function of<T>(name: string, limit: T | undefined, candidates: (limit: T) => readonly unknown[]): Trial[] {
  return limit === undefined ? [] : [{ name, candidates: candidates(limit) }];
}

/** Fractions could come closer to a limit; half a unit is close enough. */
function stepOf(schema: Schema): number {
  return schema.multipleOf ?? (typeOf(schema) === 'integer' ? 1 : 0.5);
}

/** Values that lenient parsers convert come before values that none accepts. */
function wrongTypes(schema: Schema): Trial[] {
  const type = typeOf(schema);
  const others: Readonly<Record<string, unknown>> = {
    string: 17,
    number: '17',
    integer: '17',
    boolean: 'true',
    array: {},
    object: [],
  };
  if (type === undefined) return [];
  return [
    ...(acceptsNull(schema) ? [] : [{ name: 'type/null', candidates: [null] }]),
    { name: 'type/other', candidates: [others[type]] },
    ...(type === 'integer' ? [{ name: 'type/fraction', candidates: [1.5] }] : []),
  ];
}

/** Returns texts of a length, as similar as possible to the valid one: cut, or with one character repeated. */
function textsOf(length: number, valid: unknown): string[] {
  const text = typeof valid === 'string' && valid !== '' ? valid : 'x';
  if (length <= text.length)
    return [text.slice(0, length), text.slice(-length || text.length), 'x'.repeat(length)];
  const missing = length - text.length;
  const stretched = [...text].map(
    (character, index) => text.slice(0, index) + character.repeat(missing) + text.slice(index),
  );
  return [
    text + 'x'.repeat(missing),
    ...stretched.reverse(),
    `${text}/${'x'.repeat(missing - 1)}`,
    ...['x', '1'].map((character) => character.repeat(length)),
  ];
}

function malformed(valid: unknown): string[] {
  return [`${valid} `, `${valid}\u0001`, ' ', '%', '\u0001', 'ü', 'none'];
}

/** Most lists reject duplicate items, so the items are varied. */
function listOperations(count: number, valid: unknown): unknown[][] {
  const items = Array.isArray(valid) ? valid : [];
  const filled = (create: (index: number) => unknown) =>
    Array.from({ length: count }, (_none, index) => items[index] ?? create(index));
  if (count > 0 && items.length === 0) return [];
  return [filled((index) => varied(items[0], index)), filled(() => items[0])];
}

function varied(item: unknown, index: number): unknown {
  if (typeof item === 'string') return `${item}${index}`;
  if (typeof item !== 'object' || item === null) return item;
  return Object.fromEntries(
    Object.entries(item).map(([name, value]) => [
      name,
      typeof value === 'string' ? `${value}${index}` : value,
    ]),
  );
}

function mapsOf(count: number, valid: unknown): unknown[] {
  const [value] = Object.values((valid ?? {}) as object);
  const names = Array.from({ length: count }, (_none, index) => `x-${index}`);
  return [Object.fromEntries(names.map((name) => [name, value ?? 'x']))];
}
