import { readVariants, resolve, type SchemaObject, type Variant } from '@penstock/contract/reader';
import fc, { type Arbitrary } from 'fast-check';
import type { OpenApiDocument } from '../../src/contract.ts';

/** As much of JSON Schema as the contract uses. */
interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly multipleOf?: number;
  readonly items?: Schema;
  readonly minItems?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
}

/** Values that are usually valid: combinations of keywords are not always respected. */
export function valuesOf(document: OpenApiDocument, schema: unknown): Arbitrary<unknown> {
  const described = resolve<Schema>(document, schema as Schema);
  if (described.const !== undefined) return fc.constant(described.const);
  if (described.enum !== undefined) return fc.constantFrom(...described.enum);
  const types = [described.type ?? 'string'].flat();
  return fc.oneof(...types.map((type) => valuesOfType(document, described, type)));
}

function valuesOfType(document: OpenApiDocument, schema: Schema, type: string): Arbitrary<unknown> {
  switch (type) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'integer':
    case 'number':
      return numbers(schema);
    case 'array':
      return fc.array(valuesOf(document, schema.items ?? {}), {
        minLength: schema.minItems ?? 0,
        maxLength: 3,
      });
    case 'object':
      return objects(document, schema);
    default:
      return texts(schema);
  }
}

function numbers({ minimum = -1000, maximum = 1_000_000, multipleOf = 1 }: Schema): Arbitrary<number> {
  const [least, most] = [Math.ceil(minimum / multipleOf), Math.floor(maximum / multipleOf)];
  return fc
    .integer({ min: Math.max(least, -1e9), max: Math.min(most, 1e9) })
    .map((count) => count * multipleOf);
}

/** Other years have more than four digits, and no text in RFC 3339. */
const RFC_3339_YEARS = {
  noInvalidDate: true,
  min: new Date('0000-01-01T00:00:00.000Z'),
  max: new Date('9999-12-31T23:59:59.999Z'),
};

/** The pattern of texts with any characters except NUL (D-15). */
const ANY_TEXT = '^[^\\x00]*$';

function texts({ format, pattern, minLength = 0, maxLength = 40 }: Schema): Arbitrary<string> {
  if (format === 'uuid') return fc.uuid();
  if (format === 'date-time') return fc.date(RFC_3339_YEARS).map((date) => date.toISOString());
  if (pattern !== undefined && pattern !== ANY_TEXT)
    return fc
      .stringMatching(new RegExp(pattern, 'u'), { size: 'small' })
      .filter((text) => text.length >= minLength);
  return fc
    .string({ minLength, maxLength: Math.max(minLength, Math.min(maxLength, 40)), unit: 'grapheme' })
    .filter((text) => !text.includes('\0'));
}

function objects(document: OpenApiDocument, schema: Schema): Arbitrary<unknown> {
  const marks = readVariants(document, schema as SchemaObject);
  if (marks === undefined) return objectsWith(document, schema);
  return fc.oneof(
    ...marks.variants.map((variant) =>
      objectsWith(document, variantOf(schema, marks.discriminator, variant)),
    ),
  );
}

/** The schema of one variant, without its marks. */
function variantOf(
  { required = [], properties = {}, additionalProperties }: Schema,
  discriminator: string | undefined,
  { name, isDefault, ...variant }: Variant,
): Schema {
  const own = Object.entries(properties).filter(
    ([property]) =>
      !variant.excluded.includes(property) && (name !== undefined || property !== discriminator),
  );
  const selected =
    discriminator === undefined || name === undefined ? {} : { [discriminator]: { const: name } };
  return {
    type: 'object',
    properties: { ...Object.fromEntries(own), ...selected },
    required: [...required, ...variant.required, ...(isDefault ? [] : Object.keys(selected))],
    ...(additionalProperties === undefined ? {} : { additionalProperties }),
  };
}

function objectsWith(document: OpenApiDocument, schema: Schema): Arbitrary<unknown> {
  const members = Object.entries(schema.properties ?? {}).map(([name, property]) => [
    name,
    valuesOf(document, property),
  ]);
  const known = fc.record(Object.fromEntries(members), {
    requiredKeys: [...new Set(schema.required ?? [])] as never[],
  });
  if (typeof schema.additionalProperties !== 'object') return known;
  const names = fc.stringMatching(/^[a-z][a-z0-9-]{0,8}$/);
  const free = fc.dictionary(names, valuesOf(document, schema.additionalProperties), { maxKeys: 3 });
  return fc.tuple(known, free).map(([fixed, more]) => ({ ...more, ...(fixed as object) }));
}

const ODD_VALUES = [
  ...[null, true, 0, -1, 1.5, 1e21, -0, 2 ** 53, '', ' ', 'x', '\u{1f4a7}', [], [[]], {}, [null]],
  ...['x'.repeat(70_000), Array.from({ length: 600 }, () => 1), { a: { b: { c: 1 } } }],
];

/** Names that a careless program trips over. */
const ODD_NAMES = [
  '',
  '/',
  '~',
  '~1',
  'a/b',
  'a~b',
  'constructor',
  'toString',
  'x',
  ' ',
  '\u{1f4a7}',
  '0',
  'id',
  'name',
];

/** JSON that no schema describes. */
export const hostileValues: Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(...ODD_VALUES),
  fc.dictionary(fc.constantFrom(...ODD_NAMES), fc.constantFrom(...ODD_VALUES), { maxKeys: 6 }),
  fc.jsonValue({ maxDepth: 4 }).filter((value) => !JSON.stringify(value).includes('__proto__')),
);

/** The same value with one to three changes: a property removed, added or replaced. */
export function nearly(values: Arbitrary<unknown>): Arbitrary<unknown> {
  const changes = fc.array(fc.tuple(fc.nat(), fc.constantFrom('drop', 'add', 'replace'), fc.nat()), {
    minLength: 1,
    maxLength: 3,
  });
  return fc.tuple(values, changes).map(([value, wanted]) => {
    const changed = structuredClone(value);
    for (const [where, how, what] of wanted) change(changed, where, how, what);
    return changed;
  });
}

function change(value: unknown, where: number, how: string, what: number): void {
  const objects = objectsIn(value);
  const target = objects[where % Math.max(1, objects.length)] as Record<string, unknown> | undefined;
  if (target === undefined) return;
  const names = Object.keys(target);
  const name = names[what % Math.max(1, names.length)];
  if (how === 'add' || name === undefined) target[pick(ODD_NAMES, what)] = pick(ODD_VALUES, where);
  else if (how === 'drop') delete target[name];
  else target[name] = pick(ODD_VALUES, what + where);
}

function objectsIn(value: unknown): object[] {
  if (typeof value !== 'object' || value === null) return [];
  return [value, ...Object.values(value).flatMap(objectsIn)];
}

function pick<Item>(items: readonly Item[], index: number): Item {
  return structuredClone(items[index % items.length] as Item);
}
