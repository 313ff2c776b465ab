/**
 * The runtime of the generated validators: the types they have, and the functions that their code calls. Nothing here
 * depends on an operation.
 */

import { appendSegment } from './reader/json-pointer.ts';
import type { Rule } from './reader/rules.ts';
import type { Variants } from './reader/variants.ts';
import { isDateTime } from './validation/date-time.ts';
import { codeOfKeyword } from './validation/error-codes.ts';
import { messageOfKeyword } from './validation/error-messages.ts';
import { ruleErrors } from './validation/rule-errors.ts';
import { variantErrors } from './validation/variant-errors.ts';

export { isObject } from './validation/rule-errors.ts';

/** An error in a value. */
export interface ValidationError {
  /** JSON Pointer into the value (RFC 6901). It repeats names of the value: truncate it before you send it to a caller. */
  readonly pointer: string;
  /** Stable; one of the contract's `ProblemEntryCode`. */
  readonly code: string;
  /** For people. It never repeats the value. */
  readonly message: string;
}

/** Returns the errors in a value, in the order of the schema and at most {@link MAX_ERRORS}. Empty if it is valid. */
export type Validate = (value: unknown) => readonly ValidationError[];

/**
 * The same for header fields. Names may be in any case; pointers have them in lower case. Fields that are undefined are
 * ignored, and all others are validated as text. Undeclared fields are valid.
 */
export type ValidateHeaders = (headers: Readonly<Record<string, unknown>>) => readonly ValidationError[];

/** The validators of one operation. */
export interface OperationValidators {
  /**
   * The parameters of each location, as an object with their names in the contract's spelling. The values are strings,
   * except for the query parameters that the operation table lists as integers. Defaults are filled in.
   */
  readonly parameters: {
    readonly path: Validate;
    readonly query: Validate;
    readonly header: Validate;
  };
  /** The parsed request body; absent if the operation takes none. Defaults are filled in. */
  readonly requestBody?: Validate;
  /** The parsed body of each status that has one. A write-only property is an error. */
  readonly responses: Readonly<Record<number, Validate>>;
  /** The header fields of each status. */
  readonly responseHeaders: Readonly<Record<number, ValidateHeaders>>;
}

/** D-07: how many errors are reported. Without a limit, an invalid request could make its response too large. */
export const MAX_ERRORS = 50;

/** A validator as Ajv generates it. */
interface Compiled {
  (value: unknown): boolean;
  errors?: ValidationError[] | null;
}

/** Ends a validation early. Not an Error: it is always caught, and a stack trace costs more than the whole validation. */
class ErrorLimitReached {
  readonly errors: readonly ValidationError[];

  constructor(errors: readonly ValidationError[]) {
    this.errors = errors;
  }
}

const NO_ERRORS: readonly ValidationError[] = [];

/** Wraps a validator that Ajv generated. */
export function validate(compiled: Compiled): Validate {
  return (value) => {
    try {
      return compiled(value) ? NO_ERRORS : takeErrors(compiled);
    } catch (thrown) {
      if (thrown instanceof ErrorLimitReached) return thrown.errors;
      throw thrown;
    }
  };
}

const WHOLE_NUMBER = /^\d{1,15}$/;
/** RFC 9110 section 5.5. */
const FIELD_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;
const NOT_SENDABLE = 'must have no characters that a header field cannot have';

/** Wraps a validator of header fields. @param integers the names, in lower case, of the fields that are whole numbers. */
export function validateHeaders(compiled: Compiled, integers: readonly string[]): ValidateHeaders {
  const validateFields = validate(compiled);
  return (headers) => {
    const fields: Record<string, unknown> = {};
    const notSendable: ValidationError[] = [];
    for (const name of Object.keys(headers)) {
      const value = headers[name];
      if (value === undefined) continue;
      const field = name.toLowerCase();
      const text = String(value);
      fields[field] = integers.includes(field) && WHOLE_NUMBER.test(text) ? Number(text) : text;
      if (!FIELD_VALUE.test(text))
        notSendable.push({
          pointer: appendSegment('', field),
          code: 'invalid_format',
          message: NOT_SENDABLE,
        });
    }
    const invalid = validateFields(fields);
    return notSendable.length === 0 ? invalid : [...notSendable, ...invalid];
  };
}

/** Called by the generated code for each error. @throws ErrorLimitReached when there are {@link MAX_ERRORS}. */
export function addError(
  known: ValidationError[] | null,
  path: string,
  keyword: string,
  params: Readonly<Record<string, unknown>>,
): ValidationError[] {
  const errors = known ?? [];
  errors.push(validationErrorOf(path, keyword, params));
  return limited(errors);
}

/** Called by the generated code for each object that has variants. @throws ErrorLimitReached like {@link addError}. */
export function addVariantErrors(
  known: ValidationError[] | null,
  path: string,
  value: Readonly<Record<string, unknown>>,
  variants: Variants,
): ValidationError[] | null {
  const found = variantErrors(path, value, variants);
  return found.length === 0 ? known : limited([...(known ?? []), ...found]);
}

/** Called by the generated code for each object that has rules. @throws ErrorLimitReached like {@link addError}. */
export function addRuleErrors(
  known: ValidationError[] | null,
  path: string,
  value: Readonly<Record<string, unknown>>,
  rules: readonly Rule[],
): ValidationError[] | null {
  const found = ruleErrors(path, value, rules);
  return found.length === 0 ? known : limited([...(known ?? []), ...found]);
}

/** Converts an error of Ajv. For programs that compile schemas of the contract themselves. */
export function validationErrorOf(
  path: string,
  keyword: string,
  params: Readonly<Record<string, unknown>>,
): ValidationError {
  return {
    pointer: pointerOf(path, params),
    code: codeOfKeyword(keyword),
    message: messageOfKeyword(keyword, params),
  };
}

/** Called by the generated code when part of a value has errors. @throws ErrorLimitReached like {@link addError}. */
export function addErrors(known: ValidationError[] | null, part: Compiled): ValidationError[] {
  const errors = known ?? [];
  for (const error of takeErrors(part)) errors.push(error);
  return limited(errors);
}

/** Ajv stores errors at the function. They are removed there, because their pointers would keep the value in memory. */
function takeErrors(compiled: Compiled): readonly ValidationError[] {
  const errors = compiled.errors ?? NO_ERRORS;
  compiled.errors = null;
  return errors;
}

function limited(errors: ValidationError[]): ValidationError[] {
  if (errors.length >= MAX_ERRORS) throw new ErrorLimitReached(errors.slice(0, MAX_ERRORS));
  return errors;
}

/** For a missing or unknown property Ajv reports the object; callers need the path of the property. */
function pointerOf(path: string, params: Readonly<Record<string, unknown>>): string {
  const name = params.missingProperty ?? params.additionalProperty;
  return name === undefined ? path : appendSegment(path, String(name));
}

/** Returns the length of a text as JSON Schema defines it: in characters, not in UTF-16 units. */
export function characters(text: string): number {
  let count = text.length;
  for (let index = 0; index < text.length - 1; index++) {
    if ((text.charCodeAt(index) & 0xfc00) !== 0xd800) continue;
    if ((text.charCodeAt(index + 1) & 0xfc00) !== 0xdc00) continue;
    count--;
    index++;
  }
  return count;
}

/** The pattern of most texts, as a search. */
export const withoutNul = { test: (text: string): boolean => !text.includes('\0') };

/** The formats that need more than a regular expression. */
export const formats = { 'date-time': { validate: isDateTime } };
