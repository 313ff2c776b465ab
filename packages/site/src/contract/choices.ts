import {
  type OpenApiDocument,
  readVariants,
  type SchemaObject,
  type Variants,
} from '@penstock/contract/reader';
import type { AuthenticationTable } from './pipe-authentication.ts';

/** A property whose value determines which other properties an object has, or a set of properties of which one is present. */
export interface Choice {
  /** The property; undefined if exactly one of the options is itself a property. */
  readonly property?: string;
  readonly options: readonly ChoiceOption[];
}

export interface ChoiceOption {
  /** The value of the property, or the name of the property that is present. */
  readonly name: string;
  /** Whether objects without the property have this option. */
  readonly isDefault: boolean;
  /** The properties that only some options have. */
  readonly required: readonly string[];
  readonly optional: readonly string[];
}

/** Returns the choices of an object. An object without the property of a choice is the option `none`. */
export function choicesOf(
  document: OpenApiDocument,
  schema: SchemaObject,
  authentication: AuthenticationTable | undefined,
): Choice[] {
  const variants = readVariants(document, schema);
  return [
    ...(variants ? [choiceOfVariants(variants)] : []),
    ...(authentication && schema.properties?.authentication
      ? [choiceOfAuthentication(authentication, Object.keys(schema.properties))]
      : []),
  ].filter(({ options }) => options.some(({ required, optional }) => required.length + optional.length > 0));
}

function choiceOfVariants({ discriminator, variants }: Variants): Choice {
  return {
    ...(discriminator !== undefined && { property: discriminator }),
    options: variants.map(({ name = 'none', isDefault, required, optional }) => ({
      name,
      isDefault,
      required,
      optional,
    })),
  };
}

/** A method has the fields of all types of sources that support it. */
function choiceOfAuthentication(
  { combinations }: AuthenticationTable,
  properties: readonly string[],
): Choice {
  const byMethod = Map.groupBy(combinations, ({ method }) => method);
  const names = (lists: readonly (readonly string[] | undefined)[]) =>
    new Set(lists.flatMap((list) => list ?? []).map((field) => field.split('.')[0] ?? ''));
  const options = [...byMethod].map(([name, rows]) => {
    const all = names(rows.flatMap(({ required, optional }) => [required, optional]));
    const always = names(rows.map(({ required }) => required));
    const isRequired = (field: string) => rows.every(({ required = [] }) => names([required]).has(field));
    const known = [...all].filter((field) => properties.includes(field));
    return {
      name,
      isDefault: rows.some((row) => row.default === true),
      required: known.filter((field) => always.has(field) && isRequired(field)),
      optional: known.filter((field) => !isRequired(field)),
    };
  });
  return { property: 'authentication', options: options.map((option) => withoutCommon(option, options)) };
}

/** Removes the fields that each option requires, because they are common to all. */
function withoutCommon(option: ChoiceOption, options: readonly ChoiceOption[]): ChoiceOption {
  const isCommon = (field: string) => options.every(({ required }) => required.includes(field));
  return { ...option, required: option.required.filter((field) => !isCommon(field)) };
}
