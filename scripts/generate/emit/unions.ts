import type { OpenApiDocument, SchemaObject } from '../read/contract-reader.ts';
import { type VariantSchemas, variantSchemas } from './variant-schemas.ts';

/** Marks a string whose type is `UnknownValue`. */
export const UNKNOWN_VALUE = 'x-unknown-value';

/** Replaces each schema that has variants by a `oneOf` with one member for each of them, for the generator of types. */
export function withUnions(document: OpenApiDocument): OpenApiDocument {
  const unions = variantSchemas(document).map((union): [string, SchemaObject] => {
    const oneOf = union.members.map(({ schema }) => schema);
    const { description = '' } = union.schema;
    return [union.name, { description, oneOf: union.isOpen ? [...oneOf, unknownVariant(union)] : oneOf }];
  });
  const schemas = { ...document.components?.schemas, ...Object.fromEntries(unions) };
  return { ...document, components: { ...document.components, schemas } };
}

/** The variants that a later version may have: an unknown discriminator, or none of the known members. */
function unknownVariant({ schema, discriminator, variants }: VariantSchemas): SchemaObject {
  const { required = [], properties = {} } = schema;
  if (discriminator === undefined) {
    const none = Object.fromEntries(variants.map(({ name = '' }) => [name, false]));
    return { type: 'object', required, properties: { ...properties, ...none } };
  }
  const unknown = { [discriminator]: { type: 'string', [UNKNOWN_VALUE]: true } };
  return {
    type: 'object',
    required: [...new Set([...required, discriminator])],
    properties: { ...properties, ...unknown },
  };
}
