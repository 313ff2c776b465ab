import { valueAt } from '../json/pointer.ts';
import type { Answer } from '../session.ts';
import type { Expectation, ExpectedEntry, ExpectedHeader } from './case.ts';

/** An answer, and what its envelope holds. */
export interface OpenedAnswer {
  readonly answer: Answer;
  readonly result: unknown;
  /** Of a list. */
  readonly nextCursor: unknown;
}

/**
 * What differs between an answer and what a step expects, as sentences; none if it is as expected. Whether it fits the
 * contract is not looked at here.
 */
export function differencesOf({ answer, result, nextCursor }: OpenedAnswer, expected: Expectation): string[] {
  const wanted = expected.status ?? 200;
  if (answer.status !== wanted)
    return [`the status is ${answer.status}${codeOf(answer)}, expected was ${wanted}`];
  return [
    ...codeDifferences(answer, expected.code),
    ...(expected.errors ?? []).flatMap((entry) => entryDifferences(answer, entry)),
    ...Object.entries(expected.headers ?? {}).flatMap(([name, header]) =>
      headerDifferences(name, answer.headers.get(name), header),
    ),
    ...('result' in expected ? subsetDifferences(result, expected.result) : []),
    ...(expected.absent ?? []).flatMap((pointer) => absenceDifferences(result, pointer)),
    ...Object.entries(expected.matches ?? {}).flatMap(([pointer, pattern]) =>
      patternDifferences(result, pointer, pattern),
    ),
    ...Object.entries(expected.not ?? {}).flatMap(([pointer, value]) => sameness(result, pointer, value)),
    ...(expected.includes === undefined ? [] : orderDifferences(result, expected.includes)),
    ...(expected.excludes ?? []).flatMap((item) => exclusionDifferences(result, item)),
    ...(expected.ascending === undefined ? [] : descents(result, expected.ascending)),
    ...(expected.more === undefined ? [] : pageDifferences(nextCursor, expected.more)),
  ];
}

/** Whether the actual value has at least what is expected. */
export function hasAtLeast(actual: unknown, expected: unknown): boolean {
  return subsetDifferences(actual, expected).length === 0;
}

function codeDifferences({ body }: Answer, expected: string | undefined): string[] {
  const code = problemOf(body).code;
  return expected === undefined || code === expected
    ? []
    : [`the code of the problem is ${shown(code)}, expected was ${shown(expected)}`];
}

function entryDifferences({ body }: Answer, expected: ExpectedEntry): string[] {
  const { errors } = problemOf(body);
  const entries: readonly unknown[] = Array.isArray(errors) ? errors : [];
  if (entries.some((entry) => hasAtLeast(entry, expected))) return [];
  return [`errors has no entry ${shown(expected)}, but ${shown(entries.map(withoutMessage))}`];
}

function headerDifferences(name: string, actual: string | null, expected: ExpectedHeader): string[] {
  if (typeof expected === 'string') {
    return actual === expected
      ? []
      : [`the header ${name} is ${shown(actual)}, expected was ${shown(expected)}`];
  }
  if ('absent' in expected)
    return actual === null ? [] : [`the header ${name} is ${shown(actual)}, expected was none`];
  if (actual === null) return [`there is no header ${name}`];
  if ('not' in expected)
    return actual === expected.not ? [`the header ${name} is still ${shown(actual)}`] : [];
  return new RegExp(expected.matches, 'u').test(actual)
    ? []
    : [`the header ${name} is ${shown(actual)}, which does not match ${expected.matches}`];
}

function subsetDifferences(actual: unknown, expected: unknown, at = ''): string[] {
  if (Array.isArray(expected)) return listDifferences(actual, expected, at);
  if (typeof expected !== 'object' || expected === null) {
    return Object.is(actual, expected)
      ? []
      : [`${placed(at)} is ${shown(actual)}, expected was ${shown(expected)}`];
  }
  if (typeof actual !== 'object' || actual === null || Array.isArray(actual)) {
    return [`${placed(at)} is ${shown(actual)}, expected was ${shown(expected)}`];
  }
  return Object.entries(expected).flatMap(([name, inner]) =>
    subsetDifferences((actual as Record<string, unknown>)[name], inner, `${at}/${name}`),
  );
}

function listDifferences(actual: unknown, expected: readonly unknown[], at: string): string[] {
  if (!Array.isArray(actual)) return [`${placed(at)} is ${shown(actual)}, expected was ${shown(expected)}`];
  if (actual.length !== expected.length)
    return [`${placed(at)} has ${actual.length} items, expected were ${expected.length}: ${shown(actual)}`];
  return expected.flatMap((item, index) => subsetDifferences(actual[index], item, `${at}/${index}`));
}

function absenceDifferences(result: unknown, pointer: string): string[] {
  const value = valueAt(result, pointer);
  return value === undefined ? [] : [`${placed(pointer)} is ${shown(value)}, expected was nothing`];
}

function patternDifferences(result: unknown, pointer: string, pattern: string): string[] {
  const value = valueAt(result, pointer);
  return typeof value === 'string' && new RegExp(pattern, 'u').test(value)
    ? []
    : [`${placed(pointer)} is ${shown(value)}, which does not match ${pattern}`];
}

function sameness(result: unknown, pointer: string, unwanted: unknown): string[] {
  const value = valueAt(result, pointer);
  return hasAtLeast(value, unwanted) ? [`${placed(pointer)} is ${shown(value)}, which it must not be`] : [];
}

/** Each is there once, and one after the other. */
function orderDifferences(result: unknown, expected: readonly unknown[]): string[] {
  if (!Array.isArray(result)) return [`the result is ${shown(result)}, expected was a list`];
  const places = expected.map((item) => ({
    item,
    found: result.flatMap((candidate, index) => (hasAtLeast(candidate, item) ? [index] : [])),
  }));
  const miscounted = places.filter(({ found }) => found.length !== 1);
  if (miscounted.length > 0) {
    return miscounted.map(
      ({ item, found }) => `the list has ${shown(item)} ${found.length} times, expected was once`,
    );
  }
  const order = places.map(({ found }) => found[0] as number);
  return order.every((place, index) => index === 0 || place > (order[index - 1] as number))
    ? []
    : [`the list has ${shown(expected)} in another order: at ${order.join(', ')}`];
}

function exclusionDifferences(result: unknown, unwanted: unknown): string[] {
  const items: readonly unknown[] = Array.isArray(result) ? result : [];
  return items.some((item) => hasAtLeast(item, unwanted)) ? [`the list has ${shown(unwanted)}`] : [];
}

function descents(result: unknown, pointer: string): string[] {
  const texts = (Array.isArray(result) ? result : []).map((item) => String(valueAt(item, pointer)));
  return texts.flatMap((text, index) => {
    const before = texts[index - 1];
    return before === undefined || text > before
      ? []
      : [
          `item ${index} has ${shown(text)} at ${pointer}, which is not greater than ${shown(before)} before it`,
        ];
  });
}

function pageDifferences(nextCursor: unknown, more: boolean): string[] {
  if (more) return typeof nextCursor === 'string' ? [] : ['there is no next page, expected was one'];
  return nextCursor === null
    ? []
    : [`nextCursor is ${shown(nextCursor)} on the last page, expected was null`];
}

function problemOf(body: unknown): { readonly code?: unknown; readonly errors?: unknown } {
  return typeof body === 'object' && body !== null ? body : {};
}

function codeOf({ body }: Answer): string {
  const { code, errors } = problemOf(body);
  if (typeof code !== 'string') return '';
  return ` (${code}${Array.isArray(errors) ? ` ${shown(errors.map(withoutMessage))}` : ''})`;
}

function withoutMessage(entry: unknown): unknown {
  if (typeof entry !== 'object' || entry === null) return entry;
  const { message: _message, ...rest } = entry as Record<string, unknown>;
  return rest;
}

function placed(pointer: string): string {
  return pointer === '' ? 'the result' : `${pointer} of the result`;
}

const MOST_CHARACTERS = 300;

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text;
}
