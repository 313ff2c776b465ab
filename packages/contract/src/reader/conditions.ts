import type { OpenApiDocument, SchemaObject } from './openapi-document.ts';
import { type RuleSchema, readRules } from './rules.ts';
import { readVariants, type Variant, type Variants } from './variants.ts';

/**
 * Writes the variants and rules of closed objects as `if` and `then` of JSON Schema, for tools that do not know the marks.
 */
export function withConditions(document: OpenApiDocument): OpenApiDocument {
  return mapSchemas(document, (schema) => {
    const conditions = schema.additionalProperties === false ? conditionsOf(document, schema) : [];
    return conditions.length === 0 ? schema : { ...schema, ...allOf(conditions) };
  });
}

/** Removes what {@link withConditions} wrote, for validators that check the marks and report better errors. */
export function withoutConditions(document: OpenApiDocument): OpenApiDocument {
  return mapSchemas(document, (schema) => {
    if (!isAlways(schema.if) || conditionsOf(document, schema).length === 0) return schema;
    const { if: _always, then: _conditions, ...marked } = schema;
    return marked;
  });
}

function mapSchemas(
  document: OpenApiDocument,
  change: (schema: SchemaObject) => SchemaObject,
): OpenApiDocument {
  const entries = Object.entries(document.components?.schemas ?? {});
  const schemas = Object.fromEntries(entries.map(([name, schema]) => [name, change(schema)]));
  return { ...document, components: { ...document.components, schemas } };
}

function isAlways(schema: unknown): boolean {
  return typeof schema === 'object' && schema !== null && Object.keys(schema).length === 0;
}

function conditionsOf(document: OpenApiDocument, schema: SchemaObject): object[] {
  const variants = readVariants(document, schema);
  return [...(variants === undefined ? [] : conditionsOfVariants(variants)), ...conditionsOfRules(schema)];
}

/**
 * Returns conditions as one `then` under an `if` that every object matches: most code generators ignore the two keywords,
 * but would make an intersection of an `allOf`.
 */
function allOf(conditions: readonly object[]): SchemaObject {
  // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema
  return { if: {}, then: { allOf: conditions } };
}

/** Adds the types that the keywords apply to, and the properties that are required, because strict validators require both. */
function typed<Schema>(schema: Schema): Schema {
  if (typeof schema !== 'object' || schema === null) return schema;
  const parts = Object.entries(schema).map(([keyword, value]) => [keyword, typedBelow(keyword, value)]);
  const { required = [], properties = {}, ...others } = Object.fromEntries(parts);
  const named = Object.fromEntries((required as readonly string[]).map((name) => [name, true]));
  const all = { ...named, ...(properties as object) };
  const type = Object.keys(TYPES).find((name) => TYPES[name]?.some((keyword) => keyword in schema));
  return {
    ...(type === undefined ? {} : { type }),
    ...(required.length === 0 ? {} : { required }),
    ...(Object.keys(all).length === 0 ? {} : { properties: all }),
    ...others,
  };
}

const TYPES: Readonly<Record<string, readonly string[]>> = {
  object: ['required', 'properties', 'propertyNames'],
  array: ['items', 'minItems', 'maxItems'],
  number: ['minimum', 'maximum'],
  string: ['minLength', 'pattern'],
};

function typedBelow(keyword: string, value: unknown): unknown {
  if (keyword === 'anyOf') return (value as readonly unknown[]).map(typed);
  if (keyword === 'properties')
    return Object.fromEntries(Object.entries(value as object).map(([name, schema]) => [name, typed(schema)]));
  return ['items', 'propertyNames', 'not'].includes(keyword) ? typed(value) : value;
}

function conditional(when: RuleSchema, must: object | boolean): SchemaObject {
  // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema
  return { if: typed(when), then: typed(must) };
}

/** Returns the keywords for the rules of a schema; none if it has no rules. */
export function ruleConditions(schema: SchemaObject): SchemaObject {
  const conditions = conditionsOfRules(schema);
  return conditions.length === 0 ? {} : allOf(conditions);
}

function conditionsOfRules(schema: SchemaObject): object[] {
  return readRules(schema).map((rule) =>
    rule.when === undefined ? (typed(rule.must) as object) : conditional(rule.when, rule.must),
  );
}

function conditionsOfVariants({ discriminator, variants }: Variants): object[] {
  if (discriminator !== undefined) return variants.map((variant) => conditionOf(discriminator, variant));
  const present = variants.map(({ required }) => ({ required }));
  return [
    typed({ anyOf: present }),
    ...variants.map(({ required, excluded }) => conditional({ required }, propertiesOf([], excluded))),
  ];
}

function conditionOf(discriminator: string, { name, isDefault, required, excluded }: Variant): object {
  const selected = { properties: { [discriminator]: name === undefined ? false : { const: name } } };
  const when = isDefault ? selected : { required: [discriminator], ...selected };
  return conditional(when, propertiesOf(required, excluded));
}

function propertiesOf(required: readonly string[], excluded: readonly string[]): object {
  return {
    ...(required.length === 0 ? {} : { required }),
    ...(excluded.length === 0
      ? {}
      : { properties: Object.fromEntries(excluded.map((name) => [name, false])) }),
  };
}
