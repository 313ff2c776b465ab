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
  return conditional({}, { allOf: conditions });
}

function conditional(when: RuleSchema, must: object | boolean): SchemaObject {
  // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema
  return { if: when, then: must };
}

/** Returns the keywords for the rules of a schema; none if it has no rules. */
export function ruleConditions(schema: SchemaObject): SchemaObject {
  const conditions = conditionsOfRules(schema);
  return conditions.length === 0 ? {} : allOf(conditions);
}

function conditionsOfRules(schema: SchemaObject): object[] {
  return readRules(schema).map((rule) =>
    rule.when === undefined ? (rule.must as object) : conditional(rule.when, rule.must),
  );
}

function conditionsOfVariants({ discriminator, variants }: Variants): object[] {
  if (discriminator !== undefined) return variants.map((variant) => conditionOf(discriminator, variant));
  const present = variants.map(({ required }) => ({ required }));
  return [
    { anyOf: present },
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
