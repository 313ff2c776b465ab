import { appendSegment } from '../reader/json-pointer.ts';
import type { Variant, Variants } from '../reader/variants.ts';
import type { ValidationError } from '../validation.ts';

/**
 * Returns the errors of an object that has variants: missing and inapplicable properties. An object whose discriminator
 * has no known value has none, because the validation of the property reports it unless the set may grow.
 *
 * @param pointer the location of the object.
 */
export function variantErrors(
  pointer: string,
  value: Readonly<Record<string, unknown>>,
  { discriminator, variants }: Variants,
): ValidationError[] {
  if (discriminator === undefined) return memberErrors(pointer, value, variants);
  const selected = value[discriminator];
  const variant = variants.find(({ name, isDefault }) =>
    selected === undefined ? isDefault : name === selected,
  );
  return variant === undefined
    ? []
    : propertyErrors(pointer, value, variant, describe(discriminator, selected, variant));
}

function memberErrors(
  pointer: string,
  value: Readonly<Record<string, unknown>>,
  variants: readonly Variant[],
): ValidationError[] {
  const names = variants.map(({ name = '' }) => name);
  if (names.filter((name) => value[name] !== undefined).length === 1) return [];
  return [{ pointer, code: 'invalid', message: `must contain exactly one of ${names.join(', ')}` }];
}

function propertyErrors(
  pointer: string,
  value: Readonly<Record<string, unknown>>,
  { required, excluded }: Variant,
  condition: string,
): ValidationError[] {
  const missing = required.filter((name) => value[name] === undefined);
  const inapplicable = excluded.filter((name) => value[name] !== undefined);
  return [
    ...missing.map((name) => ({
      pointer: appendSegment(pointer, name),
      code: 'required',
      message: `is required ${condition}`,
    })),
    ...inapplicable.map((name) => ({
      pointer: appendSegment(pointer, name),
      code: 'not_applicable',
      message: `does not apply ${condition}; remove it`,
    })),
  ];
}

/** `selected` is a value of the contract here, so the message may contain it. */
function describe(discriminator: string, selected: unknown, { name }: Variant): string {
  if (selected !== undefined) return `if ${discriminator} is ${name}`;
  return name === undefined ? `without ${discriminator}` : `if ${discriminator} is ${name}, its default`;
}
