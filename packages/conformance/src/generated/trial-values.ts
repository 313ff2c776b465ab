import type { Schema } from '../described-operation.ts';

/** Values to try at one place because of one keyword: the first one that the contract's validator judges as meant is sent. */
export interface Trial {
  /** The keyword, and what of it if there are several trials: `maxLength`, `type/null`. */
  readonly name: string;
  readonly candidates: readonly unknown[];
}

/** At the boundaries of a schema, made from a value that fits. */
export function boundaryTrials(schema: Schema, fitting: unknown): Trial[] {
  return [
    ...of('minLength', schema.minLength, (length) => textsOf(length, fitting)),
    ...of('maxLength', schema.maxLength, (length) => textsOf(length, fitting)),
    ...of('minimum', schema.minimum, (limit) => [limit]),
    ...of('maximum', schema.maximum, (limit) => [limit]),
    ...of('exclusiveMinimum', schema.exclusiveMinimum, (limit) => [limit + stepOf(schema)]),
    ...of('exclusiveMaximum', schema.exclusiveMaximum, (limit) => [limit - stepOf(schema)]),
    ...of('minItems', schema.minItems, (count) => listsOf(count, fitting)),
    ...of('maxItems', schema.maxItems, (count) => listsOf(count, fitting)),
    ...of('maxProperties', schema.maxProperties, (count) => mapsOf(count, fitting)),
    ...(schema.enum ?? []).map((value) => ({ name: `enum/${value}`, candidates: [value] })),
  ];
}

/** Just beyond the boundaries, and of another type. */
export function wrongTrials(schema: Schema, fitting: unknown): Trial[] {
  return [
    ...of('minLength', schema.minLength, (length) => (length > 0 ? textsOf(length - 1, fitting) : [])),
    ...of('maxLength', schema.maxLength, (length) => textsOf(length + 1, fitting)),
    ...of('minimum', schema.minimum, (limit) => [limit - stepOf(schema)]),
    ...of('maximum', schema.maximum, (limit) => [limit + stepOf(schema)]),
    ...of('exclusiveMinimum', schema.exclusiveMinimum, (limit) => [limit]),
    ...of('exclusiveMaximum', schema.exclusiveMaximum, (limit) => [limit]),
    ...of('multipleOf', schema.multipleOf, (unit) => [Number(fitting) + unit / 2]),
    ...of('minItems', schema.minItems, (count) => (count > 0 ? listsOf(count - 1, fitting) : [])),
    ...of('maxItems', schema.maxItems, (count) => listsOf(count + 1, fitting)),
    ...of('minProperties', schema.minProperties, () => [{}]),
    ...of('maxProperties', schema.maxProperties, (count) => mapsOf(count + 1, fitting)),
    ...of('propertyNames', schema.propertyNames, () => [{ 'no name': 'x' }, { 'no name': fitting }]),
    ...of('additionalProperties', schema.additionalProperties, (allowed) =>
      allowed === false ? [{ ...(fitting as object), 'x-unknown': true }] : [],
    ),
    ...of('enum', schema.enum, () => ['none-of-these', -1]),
    ...of('format', schema.format, () => ['not-of-this-format']),
    ...of('pattern', schema.pattern, () => misformed(fitting)),
    ...wrongTypes(schema),
  ];
}

function of<T>(name: string, limit: T | undefined, candidates: (limit: T) => readonly unknown[]): Trial[] {
  return limit === undefined ? [] : [{ name, candidates: candidates(limit) }];
}

/** Numbers that are not whole may come closer to a limit than this; none needs to. */
function stepOf({ type, multipleOf }: Schema): number {
  return multipleOf ?? (type === 'integer' ? 1 : 0.5);
}

/** What JSON parsers in a hurry take for the right type comes before what none would. */
function wrongTypes({ type }: Schema): Trial[] {
  const others: Readonly<Record<string, unknown>> = {
    string: 17,
    number: '17',
    integer: '17',
    boolean: 'true',
    array: {},
    object: [],
  };
  if (typeof type !== 'string') return [];
  return [
    { name: 'type/null', candidates: [null] },
    { name: 'type/other', candidates: [others[type]] },
    ...(type === 'integer' ? [{ name: 'type/fraction', candidates: [1.5] }] : []),
  ];
}

/** Texts of a length, as like as can be to one that fits: cut, or with one of its parts repeated. */
function textsOf(length: number, fitting: unknown): string[] {
  const text = typeof fitting === 'string' && fitting !== '' ? fitting : 'x';
  if (length <= text.length) return [text.slice(0, length), text.slice(-length || text.length), 'x'.repeat(length)];
  const missing = length - text.length;
  const stretched = [...text].map(
    (character, index) => text.slice(0, index) + character.repeat(missing) + text.slice(index),
  );
  return [
    text + 'x'.repeat(missing),
    ...stretched.reverse(),
    text + `/${'x'.repeat(missing - 1)}`,
    ...['x', '1'].map((character) => character.repeat(length)),
  ];
}

function misformed(fitting: unknown): string[] {
  return [`${fitting} `, `${fitting}\u0001`, ' ', '%', '\u0001', 'ü', 'none'];
}

/** Lists mostly forbid that one stands there twice, so each is made a little different. */
function listsOf(count: number, fitting: unknown): unknown[][] {
  const items = Array.isArray(fitting) ? fitting : [];
  const filled = (made: (index: number) => unknown) =>
    Array.from({ length: count }, (_none, index) => items[index] ?? made(index));
  if (count > 0 && items.length === 0) return [];
  return [filled((index) => varied(items[0], index)), filled(() => items[0])];
}

function varied(item: unknown, index: number): unknown {
  if (typeof item === 'string') return `${item}${index}`;
  if (typeof item !== 'object' || item === null) return item;
  return Object.fromEntries(Object.entries(item).map(([name, value]) => [name, typeof value === 'string' ? `${value}${index}` : value]));
}

function mapsOf(count: number, fitting: unknown): unknown[] {
  const [value] = Object.values((fitting ?? {}) as object);
  const names = Array.from({ length: count }, (_none, index) => `x-${index}`);
  return [Object.fromEntries(names.map((name) => [name, value ?? 'x']))];
}
