import type { OpenApiDocument, SchemaObject } from './openapi-document.ts';
import { resolve } from './references.ts';

/** The variants of an object schema, from its marks `x-exactly-one-of` or `x-discriminator` and `x-variants` (D-19). */
export interface Variants {
  /** The property whose value selects the variant. Undefined if the variants are the members of `x-exactly-one-of`. */
  readonly discriminator?: string;
  /** Whether the set of variants may grow, so that a later version has others. */
  readonly isOpen: boolean;
  readonly variants: readonly Variant[];
}

/** One variant, with the properties that not all variants have. */
export interface Variant {
  /** The value of the discriminator, or the member that is present. Undefined: an object without the discriminator. */
  readonly name?: string;
  /** Whether this is also the variant of an object without the discriminator. */
  readonly isDefault: boolean;
  readonly required: readonly string[];
  readonly optional: readonly string[];
  /** The properties of other variants. */
  readonly excluded: readonly string[];
}

/** Returns the variants of a schema; undefined if it has no marks. */
export function readVariants(document: OpenApiDocument, schema: SchemaObject): Variants | undefined {
  const members = schema['x-exactly-one-of'] as readonly string[] | undefined;
  if (members !== undefined) return membersOf(members, schema);
  const discriminator = schema['x-discriminator'] as string | undefined;
  if (discriminator === undefined) return undefined;
  const property = resolve(document, (schema.properties?.[discriminator] ?? {}) as SchemaObject);
  return {
    discriminator,
    isOpen: property['x-extensible-enum'] !== undefined,
    variants: discriminatedVariants(schema),
  };
}

function membersOf(members: readonly string[], { additionalProperties }: SchemaObject): Variants {
  const variants = members.map((name) => ({
    name,
    isDefault: false,
    required: [name],
    optional: [],
    excluded: members.filter((other) => other !== name),
  }));
  return { isOpen: additionalProperties !== false, variants };
}

interface Lists {
  readonly required?: readonly string[];
  readonly optional?: readonly string[];
}

function discriminatedVariants(schema: SchemaObject): Variant[] {
  const absent = schema['x-absent-variant'] as string | Lists | undefined;
  const marked = Object.entries((schema['x-variants'] ?? {}) as Record<string, Lists>);
  const named = marked.map(([name, lists]) => ({ name, isDefault: name === absent, ...lists }));
  const all: (Lists & Pick<Variant, 'name' | 'isDefault'>)[] =
    typeof absent === 'object' ? [...named, { isDefault: true, ...absent }] : named;
  const listed = [...new Set(all.flatMap(({ required = [], optional = [] }) => [...required, ...optional]))];
  return all.map(({ required = [], optional = [], ...variant }) => {
    const own = new Set([...required, ...optional]);
    return { ...variant, required, optional, excluded: listed.filter((name) => !own.has(name)) };
  });
}
