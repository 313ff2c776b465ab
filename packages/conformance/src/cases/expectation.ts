import { valueAt } from '@penstock/contract/reader';
import type { ApiResponse, WaitResult } from '../session.ts';
import type { Expectation, ExpectedEntry, ExpectedHeader } from './case.ts';

/** A response and the content of its envelope. */
export interface UnwrappedResponse {
  readonly response: ApiResponse;
  readonly result: unknown;
  /** The cursor of the next page of a list. */
  readonly nextCursor: unknown;
  /** The outcome of the wait, if the step waits. */
  readonly wait?: WaitResult['outcome'];
}

/**
 * Returns how a response deviates from the expectations of a step, one sentence each. The contract itself is checked
 * elsewhere.
 */
export function mismatchesOf(
  { response, result, nextCursor }: UnwrappedResponse,
  expected: Expectation,
): string[] {
  const wanted = expected.status ?? 200;
  if (response.status !== wanted)
    return [`the status is ${response.status}${codeOf(response)}, expected ${wanted}`];
  return [
    ...codeMismatches(response, expected.code),
    ...(expected.errors ?? []).flatMap((entry) => entryMismatches(response, entry)),
    ...Object.entries(expected.headers ?? {}).flatMap(([name, header]) =>
      headerMismatches(name, response.headers.get(name), header),
    ),
    ...('result' in expected ? subsetMismatches(result, expected.result) : []),
    ...(expected.absent ?? []).flatMap((pointer) => absenceMismatches(result, pointer)),
    ...Object.entries(expected.matches ?? {}).flatMap(([pointer, pattern]) =>
      patternMismatches(result, pointer, pattern),
    ),
    ...Object.entries(expected.not ?? {}).flatMap(([pointer, value]) => sameness(result, pointer, value)),
    ...(expected.includes === undefined ? [] : orderMismatches(result, expected.includes)),
    ...(expected.excludes ?? []).flatMap((item) => exclusionMismatches(result, item)),
    ...(expected.ascending === undefined ? [] : descents(result, expected.ascending)),
    ...(expected.more === undefined ? [] : pageMismatches(nextCursor, expected.more)),
  ];
}

/** Whether the actual value contains at least the expected one. */
export function hasAtLeast(actual: unknown, expected: unknown): boolean {
  return subsetMismatches(actual, expected).length === 0;
}

function codeMismatches({ body }: ApiResponse, expected: string | undefined): string[] {
  const code = problemOf(body).code;
  return expected === undefined || code === expected
    ? []
    : [`the problem code is ${inJson(code)}, expected ${inJson(expected)}`];
}

function entryMismatches({ body }: ApiResponse, expected: ExpectedEntry): string[] {
  const { errors } = problemOf(body);
  const entries: readonly unknown[] = Array.isArray(errors) ? errors : [];
  if (entries.some((entry) => hasAtLeast(entry, expected))) return [];
  return [`errors has no entry ${inJson(expected)}, only ${inJson(entries.map(withoutMessage))}`];
}

function headerMismatches(name: string, actual: string | null, expected: ExpectedHeader): string[] {
  if (typeof expected === 'string') {
    return actual === expected
      ? []
      : [`the header ${name} is ${inJson(actual)}, expected ${inJson(expected)}`];
  }
  if ('absent' in expected)
    return actual === null ? [] : [`the header ${name} is ${inJson(actual)}, expected none`];
  if (actual === null) return [`the header ${name} is missing`];
  if ('not' in expected)
    return actual === expected.not ? [`the header ${name} is still ${inJson(actual)}`] : [];
  return new RegExp(expected.matches, 'u').test(actual)
    ? []
    : [`the header ${name} is ${inJson(actual)}, which does not match ${expected.matches}`];
}

function subsetMismatches(actual: unknown, expected: unknown, at = ''): string[] {
  if (Array.isArray(expected)) return listMismatches(actual, expected, at);
  if (typeof expected !== 'object' || expected === null) {
    return Object.is(actual, expected)
      ? []
      : [`${nameOf(at)} is ${inJson(actual)}, expected ${inJson(expected)}`];
  }
  if (typeof actual !== 'object' || actual === null || Array.isArray(actual)) {
    return [`${nameOf(at)} is ${inJson(actual)}, expected ${inJson(expected)}`];
  }
  return Object.entries(expected).flatMap(([name, inner]) =>
    subsetMismatches((actual as Record<string, unknown>)[name], inner, `${at}/${name}`),
  );
}

function listMismatches(actual: unknown, expected: readonly unknown[], at: string): string[] {
  if (!Array.isArray(actual)) return [`${nameOf(at)} is ${inJson(actual)}, expected ${inJson(expected)}`];
  if (actual.length !== expected.length)
    return [`${nameOf(at)} has ${actual.length} items, expected ${expected.length}: ${inJson(actual)}`];
  return expected.flatMap((item, index) => subsetMismatches(actual[index], item, `${at}/${index}`));
}

function absenceMismatches(result: unknown, pointer: string): string[] {
  const value = valueAt(result, pointer);
  return value === undefined ? [] : [`${nameOf(pointer)} is ${inJson(value)}, expected nothing`];
}

function patternMismatches(result: unknown, pointer: string, pattern: string): string[] {
  const value = valueAt(result, pointer);
  return typeof value === 'string' && new RegExp(pattern, 'u').test(value)
    ? []
    : [`${nameOf(pointer)} is ${inJson(value)}, which does not match ${pattern}`];
}

function sameness(result: unknown, pointer: string, unwanted: unknown): string[] {
  const value = valueAt(result, pointer);
  return hasAtLeast(value, unwanted) ? [`${nameOf(pointer)} is ${inJson(value)}, which is not allowed`] : [];
}

/** Each expected item must occur exactly once, in this order. */
function orderMismatches(result: unknown, expected: readonly unknown[]): string[] {
  if (!Array.isArray(result)) return [`the result is ${inJson(result)}, expected a list`];
  const occurrences = expected.map((item) => ({
    item,
    found: result.flatMap((candidate, index) => (hasAtLeast(candidate, item) ? [index] : [])),
  }));
  const miscounted = occurrences.filter(({ found }) => found.length !== 1);
  if (miscounted.length > 0) {
    return miscounted.map(
      ({ item, found }) => `the list contains ${inJson(item)} ${found.length} times, expected once`,
    );
  }
  const order = occurrences.map(({ found }) => found[0] as number);
  return order.every((position, index) => index === 0 || position > (order[index - 1] as number))
    ? []
    : [`the list contains ${inJson(expected)} in another order: at ${order.join(', ')}`];
}

function exclusionMismatches(result: unknown, unwanted: unknown): string[] {
  const items: readonly unknown[] = Array.isArray(result) ? result : [];
  return items.some((item) => hasAtLeast(item, unwanted)) ? [`the list contains ${inJson(unwanted)}`] : [];
}

function descents(result: unknown, pointer: string): string[] {
  const texts = (Array.isArray(result) ? result : []).map((item) => String(valueAt(item, pointer)));
  return texts.flatMap((text, index) => {
    const before = texts[index - 1];
    return before === undefined || text > before
      ? []
      : [
          `item ${index} has ${inJson(text)} at ${pointer}, which is not greater than ${inJson(before)} before it`,
        ];
  });
}

function pageMismatches(nextCursor: unknown, more: boolean): string[] {
  if (more) return typeof nextCursor === 'string' ? [] : ['there is no next page, expected one'];
  return nextCursor === null ? [] : [`nextCursor is ${inJson(nextCursor)} on the last page, expected null`];
}

function problemOf(body: unknown): { readonly code?: unknown; readonly errors?: unknown } {
  return typeof body === 'object' && body !== null ? body : {};
}

function codeOf({ body }: ApiResponse): string {
  const { code, errors } = problemOf(body);
  if (typeof code !== 'string') return '';
  return ` (${code}${Array.isArray(errors) ? ` ${inJson(errors.map(withoutMessage))}` : ''})`;
}

function withoutMessage(entry: unknown): unknown {
  if (typeof entry !== 'object' || entry === null) return entry;
  const { message: _message, ...rest } = entry as Record<string, unknown>;
  return rest;
}

function nameOf(pointer: string): string {
  return pointer === '' ? 'the result' : `${pointer} of the result`;
}

const MAX_CHARACTERS = 300;

function inJson(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS)}…` : text;
}
