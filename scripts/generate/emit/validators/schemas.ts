import type { Bundle } from '../../bundle/bundle.ts';
import type { BundleDiagnostic } from '../../diagnostics/bundle-diagnostics.ts';
import { componentName, isReference, readRules, readVariants, resolve } from '../../read/contract-reader.ts';

/** Which way a value goes: what is `writeOnly` never comes back, what is `readOnly` is never sent. */
export type Direction = 'request' | 'response';

/** A JSON Schema as Ajv is given it. */
export type JsonSchema = boolean | { readonly [keyword: string]: unknown };

/** The location of a schema in a bundle, and the list of errors that the compilation adds to. */
export interface SchemaLocation {
  readonly bundle: Bundle;
  readonly pointer: readonly string[];
  readonly diagnostics: BundleDiagnostic[];
}

type SchemaObject = Readonly<Record<string, unknown>>;

/** The keyword for the variants of an object, as `readVariants` returns them. */
export const VARIANTS = 'variants';

/** The keyword for the rules of an object, as `readRules` returns them. */
export const RULES = 'rules';

/** The name under which the validators know a component in one direction. */
export function schemaId(direction: Direction, name: string): string {
  return `${direction}:${name}`;
}

/**
 * A schema of a bundle for one direction, without what is only for readers: references lead to the components of the
 * same direction, and a property that must not go this way has the schema `false`.
 */
export function schemaFor(direction: Direction, schema: unknown, location: SchemaLocation): JsonSchema {
  if (typeof schema !== 'object' || schema === null) return schema as boolean;
  const written = schema as SchemaObject;
  if (isHidden(direction, written, location.bundle)) return false;
  const keywords = Object.entries(withoutHidden(direction, written, location.bundle));
  const variants = readVariants(location.bundle.document, written);
  const rules = readRules(written);
  return Object.fromEntries([
    ...keywords.flatMap(([name, value]) => keyword(direction, name, value, location)),
    ...(variants === undefined ? [] : [[VARIANTS, variants]]),
    ...(rules.length === 0 ? [] : [[RULES, rules]]),
  ]);
}

function keyword(
  direction: Direction,
  name: string,
  value: unknown,
  location: SchemaLocation,
): [string, unknown][] {
  const below = (schema: unknown, ...segments: string[]) =>
    schemaFor(direction, schema, { ...location, pointer: [...location.pointer, name, ...segments] });
  if (name === '$ref') return [[name, schemaId(direction, componentName({ $ref: String(value) }))]];
  if (SCHEMAS.has(name)) return [[name, below(value)]];
  if (LISTS_OF_SCHEMAS.has(name)) return [[name, (value as unknown[]).map((item, i) => below(item, `${i}`))]];
  if (MAPS_OF_SCHEMAS.has(name)) {
    const members = Object.entries(value as object).map(([key, schema]) => [key, below(schema, key)]);
    return [[name, Object.fromEntries(members)]];
  }
  // Requests get the defaults; responses are not changed.
  if (name === 'default') return direction === 'request' ? [[name, value]] : [];
  if (VALUES.has(name)) return [[name, value]];
  if (!ANNOTATIONS.has(name) && !name.startsWith('x-'))
    location.diagnostics.push(unsupported(name, location));
  return [];
}

const SCHEMAS = new Set(['items', 'additionalProperties', 'propertyNames']);
const LISTS_OF_SCHEMAS = new Set(['allOf', 'prefixItems']);
const MAPS_OF_SCHEMAS = new Set(['properties', 'patternProperties']);
const VALUES = new Set([
  ...['type', 'format', 'enum', 'const', 'required', 'dependentRequired'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  ...['minLength', 'maxLength', 'pattern', 'minItems', 'maxItems', 'minProperties', 'maxProperties'],
]);
const ANNOTATIONS = new Set([
  ...['title', 'description', 'example', 'examples', 'deprecated', 'readOnly', 'writeOnly'],
  ...['externalDocs', '$comment', 'contentMediaType', 'contentEncoding'],
]);

function unsupported(name: string, { bundle, pointer }: SchemaLocation): BundleDiagnostic {
  return {
    bundle,
    pointer: [...pointer, name],
    rule: 'validator-keyword',
    message: `The compiled validators do not support the keyword ${name}.`,
    advice:
      'Use `x-rules`, as PipeCreate does: a validator that stops at the fiftieth error must not stop inside a branch.',
  };
}

/** A property that never goes this way cannot be required this way. */
function withoutHidden(direction: Direction, schema: SchemaObject, bundle: Bundle): SchemaObject {
  const { required, properties } = schema as { required?: string[]; properties?: SchemaObject };
  if (required === undefined || properties === undefined) return schema;
  const visible = required.filter((name) => !isHidden(direction, properties[name], bundle));
  return { ...schema, required: visible };
}

function isHidden(direction: Direction, schema: unknown, bundle: Bundle): boolean {
  const { readOnly, writeOnly } = (schema ?? {}) as SchemaObject;
  if ((direction === 'response' ? writeOnly : readOnly) === true) return true;
  return isReference(schema) && isHidden(direction, resolve<unknown>(bundle.document, schema), bundle);
}
