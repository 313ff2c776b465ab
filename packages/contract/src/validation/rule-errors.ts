import { appendSegment } from '../reader/json-pointer.ts';
import type { Rule, RuleKeywords, RuleSchema, RuleValue } from '../reader/rules.ts';
import type { ValidationError } from '../validation.ts';
import { codeOfKeyword } from './error-codes.ts';
import { messageOfKeyword } from './error-messages.ts';

/**
 * Returns the errors of an object that violates rules between its properties. Each has the pointer of the property that
 * is missing or does not fit.
 *
 * @param pointer the location of the object.
 */
export function ruleErrors(pointer: string, value: object, rules: readonly Rule[]): ValidationError[] {
  return rules
    .filter(({ when, must }) => (when === undefined || matches(value, when)) && !matches(value, must))
    .flatMap(({ must, condition = '', message }) =>
      errorsIn(pointer, value, must).map((error) => ({
        pointer: error.pointer,
        code: error.code,
        message: message ?? `${error.message} ${condition}${error.advice ?? ''}`,
      })),
    );
}

/** An error whose message lacks the condition; `advice` follows the condition. */
interface Violation extends ValidationError {
  readonly advice?: string;
}

/** Runs for every rule of every body, so it allocates nothing; `errorsIn` explains what it rejects. */
function matches(value: unknown, schema: RuleSchema): boolean {
  if (typeof schema === 'boolean') return schema;
  for (const keyword in schema)
    if (!keywordOf(keyword).accepts(value, argumentOf(schema, keyword))) return false;
  return true;
}

function errorsIn(pointer: string, value: unknown, schema: RuleSchema): readonly Violation[] {
  if (schema === true) return NO_ERRORS;
  if (schema === false) return [{ pointer, ...NOT_PRESENT }];
  const own = violationsOf(value, schema).map((violation) => ({ pointer, ...violation }));
  if (Array.isArray(value)) return [...own, ...errorsInItems(pointer, value, schema)];
  return isObject(value) ? [...own, ...errorsInProperties(pointer, value, schema)] : own;
}

const NO_ERRORS: readonly Violation[] = [];
const NOT_PRESENT = { code: 'not_applicable', message: 'does not apply', advice: '; remove it' };

function errorsInItems(
  pointer: string,
  list: readonly unknown[],
  { items = true }: RuleKeywords,
): Violation[] {
  return list.flatMap((item, index) => errorsIn(`${pointer}/${index}`, item, items));
}

function errorsInProperties(
  pointer: string,
  value: Readonly<Record<string, unknown>>,
  { required = [], properties = {}, propertyNames = true }: RuleKeywords,
): Violation[] {
  const at = (name: string) => appendSegment(pointer, name);
  const missing = required.filter((name) => value[name] === undefined);
  const present = Object.entries(properties).filter(([name]) => value[name] !== undefined);
  const unnamed = Object.keys(value).filter((name) => !matches(name, propertyNames));
  return [
    ...missing.map((name) => ({ pointer: at(name), code: 'required', message: 'is required' })),
    ...present.flatMap(([name, schema]) => errorsIn(at(name), value[name], schema)),
    ...unnamed.map((name) => ({ pointer: at(name), ...NOT_PRESENT })),
  ];
}

type Reason = Omit<Violation, 'pointer'>;

/** The keywords that a value violates on its own, and not by its parts. */
function violationsOf(value: unknown, schema: RuleKeywords): Reason[] {
  return Object.keys(schema).flatMap((name) => {
    const { accepts, reason } = keywordOf(name);
    const argument = argumentOf(schema, name);
    return reason === undefined || accepts(value, argument) ? [] : [reason(argument)];
  });
}

interface Keyword<Argument> {
  /** Whether a value matches the keyword. A keyword for objects, for example, accepts all other values. */
  accepts(value: unknown, argument: Argument): boolean;
  /** Why a value does not match; undefined if its parts have the errors. */
  reason?(argument: Argument): Reason;
}

const NOT_ALLOWED = { code: 'invalid', message: 'has a value that is not allowed' };

const KEYWORDS: { readonly [Name in keyof RuleKeywords]-?: Keyword<NonNullable<RuleKeywords[Name]>> } = {
  required: {
    accepts: (value, names) => !isObject(value) || names.every((name) => value[name] !== undefined),
  },
  properties: {
    accepts(value, properties) {
      if (!isObject(value)) return true;
      for (const name in properties)
        if (value[name] !== undefined && !matches(value[name], properties[name] ?? true)) return false;
      return true;
    },
  },
  propertyNames: {
    accepts: (value, names) => !isObject(value) || Object.keys(value).every((name) => matches(name, names)),
  },
  items: { accepts: (value, item) => !Array.isArray(value) || value.every((each) => matches(each, item)) },
  const: { accepts: (value, only) => value === only, reason: (only) => oneOf([only]) },
  enum: { accepts: (value, allowed) => allowed.some((one) => one === value), reason: oneOf },
  not: { accepts: (value, excluded) => !matches(value, excluded), reason: () => NOT_ALLOWED },
  anyOf: {
    accepts: (value, schemas) => schemas.some((schema) => matches(value, schema)),
    reason: () => NOT_ALLOWED,
  },
  minimum: {
    accepts: (value, limit) => typeof value !== 'number' || value >= limit,
    reason: (limit) => ofKeyword('minimum', { limit, comparison: '>=' }),
  },
  maximum: {
    accepts: (value, limit) => typeof value !== 'number' || value <= limit,
    reason: (limit) => ofKeyword('maximum', { limit, comparison: '<=' }),
  },
  minLength: {
    accepts: (value, limit) => typeof value !== 'string' || value.length >= limit,
    reason: (limit) => ofKeyword('minLength', { limit }),
  },
  minItems: {
    accepts: (value, limit) => !Array.isArray(value) || value.length >= limit,
    reason: (limit) => ofKeyword('minItems', { limit }),
  },
  maxItems: {
    accepts: (value, limit) => !Array.isArray(value) || value.length <= limit,
    reason: (limit) => ofKeyword('maxItems', { limit }),
  },
  pattern: {
    accepts: (value, pattern) => typeof value !== 'string' || matcher(pattern).test(value),
    reason: (pattern) => ofKeyword('pattern', { pattern }),
  },
};

/** The lint has rejected all other keywords (P24). */
function keywordOf(name: string): Keyword<unknown> {
  return KEYWORDS[name as keyof RuleKeywords] as Keyword<unknown>;
}

function argumentOf(schema: RuleKeywords, name: string): unknown {
  return schema[name as keyof RuleKeywords];
}

function ofKeyword(keyword: string, params: Readonly<Record<string, unknown>>): Reason {
  return { code: codeOfKeyword(keyword), message: messageOfKeyword(keyword, params) };
}

function oneOf(values: readonly RuleValue[]): Reason {
  const named = values.map((value) => (value === '' ? 'empty' : String(value)));
  const message = named.length === 1 ? `must be ${named[0]}` : `must be one of ${named.join(', ')}`;
  return { code: 'not_applicable', message };
}

const matchers = new Map<string, RegExp>();

/** Compiles each pattern once. */
function matcher(pattern: string): RegExp {
  const known = matchers.get(pattern) ?? new RegExp(pattern, 'u');
  matchers.set(pattern, known);
  return known;
}

/** Whether JSON Schema calls a value an object. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
