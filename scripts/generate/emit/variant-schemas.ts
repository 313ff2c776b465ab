import {
  type OpenApiDocument,
  readVariants,
  resolve,
  type SchemaObject,
  type Variant,
  type Variants,
} from '../read/contract-reader.ts';

/** A component schema that has variants, and the flat schema of each of them. */
export interface VariantSchemas extends Variants {
  readonly name: string;
  readonly schema: SchemaObject;
  readonly members: readonly VariantSchema[];
}

/** The schema of one variant. The properties of other variants have the schema `false`. */
interface VariantSchema {
  readonly variant: Variant;
  readonly schema: SchemaObject;
}

const MARKS = new Set(['x-exactly-one-of', 'x-discriminator', 'x-variants', 'x-absent-variant']);

/** Returns the component schemas of a document that have variants. */
export function variantSchemas(document: OpenApiDocument): VariantSchemas[] {
  return Object.entries(document.components?.schemas ?? {}).flatMap(([name, schema]) => {
    const variants = readVariants(document, schema);
    if (variants === undefined) return [];
    const members = variants.variants.map((variant) => ({
      variant,
      schema: schemaOf(document, schema, variants.discriminator, variant),
    }));
    return [{ ...variants, name, schema, members }];
  });
}

/** Returns a schema without the marks of its variants. */
export function withoutMarks(schema: SchemaObject): SchemaObject {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => !MARKS.has(keyword)));
}

function schemaOf(
  document: OpenApiDocument,
  schema: SchemaObject,
  discriminator: string | undefined,
  { name, isDefault, required, excluded }: Variant,
): SchemaObject {
  const properties = Object.entries(schema.properties ?? {}).map(([property, described]) => {
    if (excluded.includes(property)) return [property, false];
    if (property !== discriminator) return [property, described];
    return [property, name === undefined ? false : { ...only(document, described as SchemaObject, name) }];
  });
  const selected = discriminator === undefined || isDefault ? [] : [discriminator];
  // The rules stay at the schema that has the variants.
  const { 'x-rules': _rules, ...own } = withoutMarks(schema);
  return {
    ...own,
    required: [...new Set([...(schema.required ?? []), ...selected, ...required])],
    properties: Object.fromEntries(properties),
  };
}

function only(document: OpenApiDocument, property: SchemaObject, value: string): SchemaObject {
  const { description } = resolve(document, property);
  return { type: 'string', ...(description === undefined ? {} : { description }), const: value };
}
