import { appendSegment } from '../reader/json-pointer.ts';
import type { Rule, RuleKeywords, RuleSchema } from '../reader/rules.ts';
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
    .filter((rule) => rule.when === undefined || matches(value, rule.when))
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

function matches(value: unknown, schema: RuleSchema): boolean {
  return errorsIn('', value, schema).length === 0;
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

/** The keywords that a value violates on its own. */
function violationsOf(value: unknown, schema: RuleKeywords): Reason[] {
  const { const: only, enum: allowed, not, anyOf, pattern } = schema;
  const isUnlike = only !== undefined && value !== only;
  const isOther = allowed !== undefined && !(allowed as readonly unknown[]).includes(value);
  const isExcluded = not !== undefined && matches(value, not);
  const isNone = anyOf !== undefined && !anyOf.some((one) => matches(value, one));
  const isUnmatched = pattern !== undefined && typeof value === 'string' && !matcher(pattern).test(value);
  return [
    ...(isUnlike ? [oneOf([only])] : []),
    ...(isOther ? [oneOf(allowed)] : []),
    ...(isExcluded || isNone ? [NOT_ALLOWED] : []),
    ...(isUnmatched ? [ofKeyword('pattern', { pattern })] : []),
    ...LIMITS.flatMap(({ keyword, size, isWithin, comparison }) => {
      const limit = schema[keyword];
      const measured = size(value);
      if (limit === undefined || measured === undefined || isWithin(measured, limit)) return [];
      return [ofKeyword(keyword, { limit, comparison })];
    }),
  ];
}

const NOT_ALLOWED = { code: 'invalid', message: 'has a value that is not allowed' };

const number = (value: unknown) => (typeof value === 'number' ? value : undefined);
const items = (value: unknown) => (Array.isArray(value) ? value.length : undefined);
const text = (value: unknown) => (typeof value === 'string' ? value.length : undefined);
const least = { isWithin: (size: number, limit: number) => size >= limit, comparison: '>=' };
const most = { isWithin: (size: number, limit: number) => size <= limit, comparison: '<=' };

const LIMITS = [
  { keyword: 'minimum', size: number, ...least },
  { keyword: 'maximum', size: number, ...most },
  { keyword: 'minItems', size: items, ...least },
  { keyword: 'maxItems', size: items, ...most },
  { keyword: 'minLength', size: text, ...least },
] as const;

function ofKeyword(keyword: string, params: Readonly<Record<string, unknown>>): Reason {
  return { code: codeOfKeyword(keyword), message: messageOfKeyword(keyword, params) };
}

function oneOf(values: readonly unknown[]): Reason {
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

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
