import type { Bundle } from '../bundle/bundle.ts';
import { type BundleDiagnostic, throwDiagnostics } from '../diagnostics/bundle-diagnostics.ts';
import {
  type OpenApiDocument,
  ruleConditions,
  type SchemaObject,
  type Variant,
  withConditions,
} from '../read/contract-reader.ts';
import { type VariantSchemas, variantSchemas, withoutMarks } from './variant-schemas.ts';

/**
 * Returns a document in which each schema that has variants is a `oneOf` of components, for tools that prefer it.
 *
 * @throws ContractError if the name of a variant is the name of another component.
 */
export async function oneOfDocument(bundle: Bundle): Promise<OpenApiDocument> {
  const { document } = bundle;
  const schemas: Record<string, SchemaObject> = { ...document.components?.schemas };
  const diagnostics: BundleDiagnostic[] = [];
  for (const union of variantSchemas(document)) {
    const members = membersOf(union);
    const taken = Object.keys(members).find((name) => Object.hasOwn(schemas, name));
    if (taken !== undefined) diagnostics.push(nameTaken(bundle, union.name, taken));
    Object.assign(schemas, members, { [union.name]: oneOf(union, Object.keys(members)) });
  }
  await throwDiagnostics(diagnostics);
  return withConditions({ ...document, components: { ...document.components, schemas } });
}

/** The components of the variants. An open set has one more, for the values of later versions. */
function membersOf(union: VariantSchemas): Record<string, SchemaObject> {
  const { discriminator } = union;
  const members = union.members.map(({ variant, schema }) => {
    const own = withoutNever(schema);
    // An open object may have any property, so the absence of the discriminator needs a keyword.
    const isAbsent = discriminator !== undefined && variant.name === undefined;
    const closed = schema.additionalProperties === false;
    const member = isAbsent && !closed ? { ...own, not: withProperty(discriminator) } : own;
    return [nameOf(union, variant), member];
  });
  const other = union.isOpen && discriminator !== undefined;
  return Object.fromEntries(other ? [...members, [`${union.name}Other`, otherValues(union)]] : members);
}

function withProperty(name: string): SchemaObject {
  return { type: 'object', required: [name], properties: { [name]: {} } };
}

function oneOf({ name, schema, discriminator, members }: VariantSchemas, names: string[]): SchemaObject {
  const { required = [], ...flat } = withoutMarks(schema);
  const described = Object.entries(flat).filter(([key]) => key === 'description' || key.startsWith('x-'));
  const values = members.flatMap(({ variant }) => variant.name ?? []);
  const mapping = Object.fromEntries(
    values.map((value) => [value, reference(`${name}${pascalCase(value)}`)]),
  );
  return {
    ...Object.fromEntries(described),
    oneOf: names.map((member) => ({ $ref: reference(member) })),
    // Without the property, a tool cannot select a variant.
    ...(discriminator !== undefined && required.includes(discriminator)
      ? { discriminator: { propertyName: discriminator, mapping } }
      : {}),
    ...ruleConditions(schema),
  };
}

function otherValues({ schema, discriminator = '', variants }: VariantSchemas): SchemaObject {
  const { description } = schema;
  const known = variants.flatMap(({ name }) => name ?? []);
  const property = { type: 'string', description: 'A value of a later version.', not: { enum: known } };
  return {
    ...(description === undefined ? {} : { description }),
    type: 'object',
    required: [discriminator],
    properties: { [discriminator]: property },
  };
}

/** A `oneOf` is complete without the properties of other variants, and many tools do not support the schema `false`. */
function withoutNever({ properties = {}, ...schema }: SchemaObject): SchemaObject {
  const own = Object.entries(properties).filter(([, property]) => property !== false);
  return { ...schema, properties: Object.fromEntries(own) };
}

function nameOf({ name, discriminator = '' }: VariantSchemas, variant: Variant): string {
  return (
    name + (variant.name === undefined ? `Without${pascalCase(discriminator)}` : pascalCase(variant.name))
  );
}

function pascalCase(value: string): string {
  return value
    .split(/[^A-Za-z0-9]+/)
    .map((word) => (word === word.toUpperCase() ? word.slice(0, 1) + word.slice(1).toLowerCase() : word))
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('');
}

function reference(name: string): string {
  return `#/components/schemas/${name}`;
}

function nameTaken(bundle: Bundle, union: string, name: string): BundleDiagnostic {
  return {
    bundle,
    pointer: ['components', 'schemas', name],
    rule: 'variant-name',
    message: `The schema ${name} has the name of a variant of ${union}.`,
    advice: 'Rename the schema: the oneOf bundle needs this name.',
  };
}
