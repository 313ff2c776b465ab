import { type OpenApiDocument, resolve, type SchemaObject } from '@penstock/contract/reader';

/** The values that a schema permits, in words. */
export interface ValueFacts {
  /** The type, such as `list of strings` or `UUID`. */
  readonly type: string;
  /** The bounds, such as `1 to 255 characters`. */
  readonly bounds: readonly string[];
  /** A regular expression that the text matches. */
  readonly pattern?: string;
  /** The values of a set, as JSON or text. */
  readonly values: readonly string[];
  /** Whether the set may get more values. */
  readonly isOpenSet: boolean;
}

export function valueFacts(document: OpenApiDocument, schema: SchemaObject): ValueFacts {
  const item = itemOf(document, schema);
  const pattern = schema.pattern ?? item?.pattern;
  const known = schema['x-extensible-enum'] ?? item?.['x-extensible-enum'];
  const values = (known ?? schema.enum ?? item?.enum ?? []) as readonly unknown[];
  return {
    type: typeInWords(document, schema),
    bounds: [...boundsOf(schema), ...(item ? boundsOf(item).map((bound) => `each ${bound}`) : [])],
    ...(typeof pattern === 'string' && { pattern }),
    values: values.map((value) => (typeof value === 'string' ? value : JSON.stringify(value))),
    isOpenSet: known !== undefined,
  };
}

function itemOf(document: OpenApiDocument, { items }: SchemaObject): SchemaObject | undefined {
  return typeof items === 'object' ? resolve<SchemaObject>(document, items) : undefined;
}

const formats: Readonly<Record<string, readonly [one: string, many: string]>> = {
  uuid: ['UUID', 'UUIDs'],
  'date-time': ['timestamp', 'timestamps'],
  password: ['secret string', 'secret strings'],
  uri: ['URL', 'URLs'],
};

function typeInWords(document: OpenApiDocument, schema: SchemaObject, depth = 0): string {
  const types = [schema.type ?? (schema.properties ? 'object' : 'value')].flat();
  const names = types.filter((type) => type !== 'null').map((type) => nameOf(document, schema, type, depth));
  return [...names, ...(types.includes('null') ? ['null'] : [])].join(' or ');
}

/** @param depth the number of lists and maps around the value */
function nameOf(document: OpenApiDocument, schema: SchemaObject, type: string, depth: number): string {
  const format = type === 'string' ? formats[schema.format ?? ''] : undefined;
  if (format) return format[depth > 0 ? 1 : 0];
  const s = depth > 0 ? 's' : '';
  if (type === 'array') return `list${s} of ${contentOf(document, schema.items, depth)}`;
  if (type !== 'object') return type + s;
  const { additionalProperties, properties } = schema;
  if (properties === undefined && typeof additionalProperties === 'object') {
    return `map${s} of ${contentOf(document, additionalProperties, depth)}`;
  }
  return `object${s}`;
}

/** A list of itself has no end. */
const DEEPEST_LIST = 4;

function contentOf(
  document: OpenApiDocument,
  schema: SchemaObject | boolean | undefined,
  depth: number,
): string {
  if (typeof schema !== 'object' || depth === DEEPEST_LIST) return 'values';
  return typeInWords(document, resolve<SchemaObject>(document, schema), depth + 1);
}

function boundsOf(schema: SchemaObject): string[] {
  const { multipleOf, propertyNames } = schema;
  return [
    range(schema.minLength, schema.maxLength, 'character'),
    range(schema.minimum, schema.maximum, ''),
    multipleOf === undefined ? '' : `a multiple of ${multipleOf}`,
    range(schema.minItems, schema.maxItems, 'item'),
    range(schema.minProperties, schema.maxProperties, 'field'),
    ...boundsOfNames(propertyNames as SchemaObject | undefined),
  ].filter((bound) => bound !== '');
}

function boundsOfNames(names: SchemaObject | undefined): string[] {
  return names === undefined ? [] : boundsOf(names).map((bound) => `names of ${bound}`);
}

function range(from: unknown, to: unknown, unit: string): string {
  const measured = (value: unknown) => `${inDigits(value)}${unit && ` ${unit}${value === 1 ? '' : 's'}`}`;
  if (from === undefined) return to === undefined ? '' : `at most ${measured(to)}`;
  if (to === undefined) return `at least ${measured(from)}`;
  return from === to ? `exactly ${measured(to)}` : `${inDigits(from)} to ${measured(to)}`;
}

const digits = new Intl.NumberFormat('en-US');

function inDigits(value: unknown): string {
  return typeof value === 'number' ? digits.format(value) : String(value);
}

const units: readonly (readonly [RegExp, string])[] = [
  [/(?:Ms|_ms)$/, 'milliseconds'],
  [/Seconds$/, 'seconds'],
  [/Minutes$/, 'minutes'],
  [/(?:Bytes|_bytes)$/, 'bytes'],
  [/Gb$/, 'gigabytes'],
  [/Millicores$/, 'millicores'],
];

/** Returns the unit of a number; undefined without one. A unit is a part of the name, such as `syncIntervalSeconds`. */
export function unitOf(name: string, { type }: ValueFacts): string | undefined {
  if (!/^(?:number|integer)/.test(type)) return undefined;
  return units.find(([suffix]) => suffix.test(name))?.[1];
}
