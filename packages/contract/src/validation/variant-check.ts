import { escapeSegment } from '../reader/json-pointer.ts';
import type { OpenApiDocument, SchemaObject } from '../reader/openapi-document.ts';
import { resolve } from '../reader/references.ts';
import { type Rule, readRules } from '../reader/rules.ts';
import { readVariants, type Variants } from '../reader/variants.ts';
import { MAX_ERRORS, type ValidationError } from '../validation.ts';
import { ruleErrors } from './rule-errors.ts';
import { variantErrors } from './variant-errors.ts';

/**
 * Returns the errors of a body whose objects have variants or rules (D-19), at most {@link MAX_ERRORS}. For validators that do not
 * know the marks; the compiled validators check them with the same function.
 */
export type FindVariantErrors = (body: unknown) => readonly ValidationError[];

/** The parts of a value that have variants or rules, or contain such parts. */
interface Part {
  variants: Variants | undefined;
  rules: readonly Rule[];
  properties: readonly (readonly [string, Part])[];
  /** The values of a map. */
  others: Part | undefined;
  items: Part | undefined;
  /** Further schemas for the same value. */
  same: readonly Part[];
}

/** Reads the variants and rules in the schemas of one document, each schema once. */
export function createVariantCheck(document: OpenApiDocument): (schema: unknown) => FindVariantErrors {
  const parts = new Map<object, Part | undefined>();

  function partOf(reference: unknown): Part | undefined {
    const schema = resolve<SchemaObject | boolean>(document, reference as SchemaObject);
    if (typeof schema !== 'object') return undefined;
    if (parts.has(schema)) return parts.get(schema);
    const part: Part = {
      variants: readVariants(document, schema),
      rules: readRules(schema),
      properties: [],
      others: undefined,
      items: undefined,
      same: [],
    };
    // Before its parts, because a schema may contain itself.
    parts.set(schema, part);
    part.properties = Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
      const below = partOf(property);
      return below === undefined ? [] : [[name, below] as const];
    });
    part.others = partOf(schema.additionalProperties);
    part.items = partOf(schema.items);
    part.same = (schema.allOf ?? []).flatMap((other) => partOf(other) ?? []);
    if (isEmpty(part)) parts.set(schema, undefined);
    return parts.get(schema);
  }

  return (schema) => {
    const part = partOf(schema);
    if (part === undefined) return () => NO_ERRORS;
    return (body) => {
      const errors: ValidationError[] = [];
      collect(body, part, '', errors);
      return errors.slice(0, MAX_ERRORS);
    };
  };
}

const NO_ERRORS: readonly ValidationError[] = [];

function isEmpty({ variants, rules, properties, others, items, same }: Part): boolean {
  if (variants !== undefined || rules.length > 0) return false;
  return properties.length === 0 && !others && !items && same.length === 0;
}

function collect(value: unknown, part: Part, pointer: string, errors: ValidationError[]): void {
  if (typeof value !== 'object' || value === null || errors.length >= MAX_ERRORS) return;
  for (const other of part.same) collect(value, other, pointer, errors);
  if (Array.isArray(value)) collectItems(value, part, pointer, errors);
  else collectProperties(value as Readonly<Record<string, unknown>>, part, pointer, errors);
}

function collectItems(
  items: readonly unknown[],
  part: Part,
  pointer: string,
  errors: ValidationError[],
): void {
  if (part.items === undefined) return;
  for (const [index, item] of items.entries()) collect(item, part.items, `${pointer}/${index}`, errors);
}

function collectProperties(
  value: Readonly<Record<string, unknown>>,
  { variants, rules, properties, others }: Part,
  pointer: string,
  errors: ValidationError[],
): void {
  for (const [name, part] of properties)
    collect(value[name], part, `${pointer}/${escapeSegment(name)}`, errors);
  if (others !== undefined) {
    const declared = new Set(properties.map(([name]) => name));
    for (const name of Object.keys(value).filter((candidate) => !declared.has(candidate)))
      collect(value[name], others, `${pointer}/${escapeSegment(name)}`, errors);
  }
  if (variants !== undefined) errors.push(...variantErrors(pointer, value, variants));
  errors.push(...ruleErrors(pointer, value, rules));
}
