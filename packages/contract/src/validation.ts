/**
 * What the generated validators are made of: how an error is written, and the few checks that are no line of code.
 * Nothing here knows an operation.
 */

import { appendSegment } from './reader/json-pointer.ts';

/** One wrong place of a value. */
export interface ValidationError {
  /** JSON pointer into the value (RFC 6901). Its names are those of the value: cut it before you repeat it. */
  readonly pointer: string;
  /** Stable; one of the contract's `ProblemEntryCode`. */
  readonly code: string;
  /** For people. It never repeats the value. */
  readonly message: string;
}

/** Every wrong place of a value, in the order of the schema and at most {@link MAX_ERRORS}; none if it fits. */
export type Validate = (value: unknown) => readonly ValidationError[];

/**
 * The same for header fields, by their names in any case. Values that are undefined do not count, and all others are
 * checked as text. Fields that are not declared pass. The pointers of errors have the names in lower case.
 */
export type ValidateHeaders = (headers: Readonly<Record<string, unknown>>) => readonly ValidationError[];

/** The validators of one operation. */
export interface OperationValidators {
  /**
   * Parameters by place, each as an object that has them by their names in the contract's spelling. The values are
   * strings; the operation table says which query parameters are numbers. Defaults are filled in.
   */
  readonly parameters: {
    readonly path: Validate;
    readonly query: Validate;
    readonly header: Validate;
  };
  /** The request body, parsed; absent if the operation takes none. Defaults are filled in. */
  readonly requestBody?: Validate;
  /** The body of each status that has one, parsed. A property that is only ever written is an error in it. */
  readonly responses: Readonly<Record<number, Validate>>;
  /** The header fields of each status. */
  readonly responseHeaders: Readonly<Record<number, ValidateHeaders>>;
}

/** D-07: all wrong places are reported, but not so many that the report becomes the attack. */
export const MAX_ERRORS = 50;

/** A validator as Ajv writes it. */
interface Compiled {
  (value: unknown): boolean;
  errors?: ValidationError[] | null;
}

/** Ends a validation early. Not an Error: nobody sees it, and a stack trace costs more than the whole validation. */
class ErrorLimitReached {
  readonly errors: readonly ValidationError[];

  constructor(errors: readonly ValidationError[]) {
    this.errors = errors;
  }
}

const NO_ERRORS: readonly ValidationError[] = [];

/** Wraps what Ajv wrote. */
export function validate(compiled: Compiled): Validate {
  return (value) => {
    try {
      return compiled(value) ? NO_ERRORS : taken(compiled);
    } catch (thrown) {
      if (thrown instanceof ErrorLimitReached) return thrown.errors;
      throw thrown;
    }
  };
}

const WHOLE_NUMBER = /^\d{1,15}$/;
/** RFC 9110 section 5.5. */
const FIELD_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;
const UNSENDABLE = 'must have no characters that a header field cannot have';

/** Wraps a validator of header fields. @param integers the fields that are whole numbers, in lower case. */
export function validateHeaders(compiled: Compiled, integers: readonly string[]): ValidateHeaders {
  const validateFields = validate(compiled);
  return (headers) => {
    const fields: Record<string, unknown> = {};
    const unsendable: ValidationError[] = [];
    for (const [name, value] of Object.entries(headers)) {
      if (value === undefined) continue;
      const field = name.toLowerCase();
      const text = String(value);
      fields[field] = integers.includes(field) && WHOLE_NUMBER.test(text) ? Number(text) : text;
      if (!FIELD_VALUE.test(text))
        unsendable.push({ pointer: appendSegment('', field), code: 'invalid_format', message: UNSENDABLE });
    }
    return [...unsendable, ...validateFields(fields)];
  };
}

/** Called by the generated code for each wrong place. @throws ErrorLimitReached when there are {@link MAX_ERRORS}. */
export function addError(
  known: ValidationError[] | null,
  path: string,
  keyword: string,
  params: Readonly<Record<string, unknown>>,
): ValidationError[] {
  const errors = known ?? [];
  errors.push(validationErrorOf(path, keyword, params));
  return enough(errors);
}

/** What Ajv reports of one wrong place, as an error: for programs that compile schemas of the contract themselves. */
export function validationErrorOf(
  path: string,
  keyword: string,
  params: Readonly<Record<string, unknown>>,
): ValidationError {
  return {
    pointer: pointerOf(path, params),
    code: codeOfKeyword(keyword),
    message: messageOf(keyword, params),
  };
}

/** Called by the generated code when a part has found something. @throws ErrorLimitReached like {@link addError}. */
export function addErrors(known: ValidationError[] | null, part: Compiled): ValidationError[] {
  const errors = known ?? [];
  for (const one of taken(part)) errors.push(one);
  return enough(errors);
}

/** Ajv leaves what it found at the function; pointers hold on to the names of the value, and so to all of it. */
function taken(compiled: Compiled): readonly ValidationError[] {
  const errors = compiled.errors ?? NO_ERRORS;
  compiled.errors = null;
  return errors;
}

function enough(errors: ValidationError[]): ValidationError[] {
  if (errors.length >= MAX_ERRORS) throw new ErrorLimitReached(errors.slice(0, MAX_ERRORS));
  return errors;
}

/** Ajv speaks of the object that lacks a property or has one too many; a caller looks for the property. */
function pointerOf(path: string, params: Readonly<Record<string, unknown>>): string {
  const name = params.missingProperty ?? params.additionalProperty;
  return name === undefined ? path : appendSegment(path, String(name));
}

/** The code of the contract's `ProblemEntryCode` for a keyword of JSON Schema. */
export function codeOfKeyword(keyword: string): string {
  return CODES[keyword] ?? 'invalid';
}

const CODES: Readonly<Record<string, string>> = {
  required: 'required',
  dependentRequired: 'required',
  additionalProperties: 'unknown_property',
  type: 'invalid_type',
  format: 'invalid_format',
  enum: 'invalid_enum',
  const: 'invalid_enum',
  minimum: 'out_of_range',
  maximum: 'out_of_range',
  exclusiveMinimum: 'out_of_range',
  exclusiveMaximum: 'out_of_range',
  multipleOf: 'out_of_range',
  minLength: 'invalid_length',
  maxLength: 'invalid_length',
  minItems: 'invalid_length',
  maxItems: 'invalid_length',
  minProperties: 'invalid_length',
  maxProperties: 'invalid_length',
  pattern: 'invalid_pattern',
};

function messageOf(keyword: string, params: Readonly<Record<string, unknown>>): string {
  const limit = String(params.limit);
  switch (keyword) {
    case 'required':
    case 'dependentRequired':
      return 'is required';
    case 'additionalProperties':
      return 'is not a property of this object; remove it';
    case 'false schema':
      return 'must not be here';
    case 'type':
      return `must be ${String(params.type).replaceAll(',', ' or ')}`;
    case 'format':
      return `must have the format ${params.format}`;
    case 'enum':
      return `must be one of ${(params.allowedValues as unknown[]).join(', ')}`;
    case 'const':
      return 'must be the one value that the contract has';
    case 'minimum':
    case 'maximum':
    case 'exclusiveMinimum':
    case 'exclusiveMaximum':
      return `must be ${params.comparison} ${limit}`;
    case 'multipleOf':
      return `must be a multiple of ${params.multipleOf}`;
    case 'minLength':
      return `must have at least ${limit} characters`;
    case 'maxLength':
      return `must have at most ${limit} characters`;
    case 'minItems':
      return `must have at least ${limit} items`;
    case 'maxItems':
      return `must have at most ${limit} items`;
    case 'minProperties':
      return `must have at least ${limit} properties`;
    case 'maxProperties':
      return `must have at most ${limit} properties`;
    case 'pattern':
      return `must match ${params.pattern}`;
    default:
      return `does not fit ${keyword}`;
  }
}

/** The length of a text as JSON Schema counts it: in characters, not in UTF-16 units. */
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

/** Formats that no regular expression can check. */
export const formats = { 'date-time': { validate: isDateTime } };

const DATE_TIME = /^(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:Z|([+-])(\d\d):(\d\d))$/i;
const MINUTES_OF_DAY = 24 * 60;

/** RFC 3339 section 5.6, days of the month and leap seconds included. */
function isDateTime(text: string): boolean {
  const parts = DATE_TIME.exec(text);
  if (parts === null) return false;
  const [year, month, day, hour, minute, second] = parts.slice(1, 7).map(Number) as Six;
  const [offsetHour, offsetMinute] = [Number(parts[8] ?? 0), Number(parts[9] ?? 0)];
  if (month < 1 || month > 12 || day < 1 || day > daysOf(year, month)) return false;
  if (hour > 23 || minute > 59 || offsetHour > 23 || offsetMinute > 59) return false;
  if (second < 60) return true;
  // A leap second comes at the end of a day in UTC.
  const offset = (offsetHour * 60 + offsetMinute) * (parts[7] === '-' ? -1 : 1);
  const minuteInUtc = (hour * 60 + minute - offset + MINUTES_OF_DAY) % MINUTES_OF_DAY;
  return second === 60 && minuteInUtc === MINUTES_OF_DAY - 1;
}

type Six = [number, number, number, number, number, number];

function daysOf(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}
