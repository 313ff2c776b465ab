import type { Request } from 'express';
import { validationFailed } from './pipeline-problems.ts';
import type { ProblemPlace } from './problem.ts';
import { MOST_PLACES, undecodableParameter, unknownParameter, wrongInteger } from './validation-places.ts';

/**
 * The query, in a form that the validator can be given.
 *
 * It rewrites names with brackets before it looks at them, and drops some of them without a word (`[a]=1`). No
 * parameter of the contract has brackets, so they are refused here. And what is not percent-encoded UTF-8 has become
 * U+FFFD before anybody could look at it.
 *
 * @throws ProblemError 400.
 */
export function soundQuery(request: Request): Record<string, unknown> {
  const text = queryOf(request.url).slice(1);
  if (text === '') return Object.create(null);
  const { query } = request;
  const bracketed = Object.keys(query).filter((name) => name.includes('['));
  if (bracketed.length > 0) throw validationFailed(bracketed.slice(0, MOST_PLACES).map(unknownParameter));
  const undecodable = text.split('&').filter(isUndecodable).map(nameOf);
  if (undecodable.length > 0)
    throw validationFailed(undecodable.slice(0, MOST_PLACES).map(undecodableParameter));
  return Object.assign(Object.create(null), query);
}

/** The query string of a request target, with its question mark; empty if there is none. */
export function queryOf(url: string): string {
  const start = url.indexOf('?');
  return start === -1 ? '' : url.slice(start);
}

const INTEGER = /^-?\d+$/;

/**
 * Which of these parameters are no whole number. The validator converts by JavaScript's `Number`, which also takes
 * `0x10`, `1e2`, ` 5` and `Infinity`.
 */
export function wrongIntegers(
  query: Readonly<Record<string, unknown>>,
  names: readonly string[],
): ProblemPlace[] {
  return names.filter((name) => query[name] !== undefined && !isInteger(query[name])).map(wrongInteger);
}

/** Whether a parameter is written as a whole number, in decimal digits and no larger than JavaScript can count. */
export function isInteger(value: unknown): boolean {
  return typeof value === 'string' && INTEGER.test(value) && Number.isSafeInteger(Number(value));
}

function isUndecodable(pair: string): boolean {
  try {
    decodeURIComponent(pair);
    return false;
  } catch {
    return true;
  }
}

/** Undecoded if it cannot be decoded; then it is no name of the contract anyway. */
function nameOf(pair: string): string {
  const [name = ''] = pair.split('=', 1);
  return isUndecodable(name) ? name : decodeURIComponent(name);
}
