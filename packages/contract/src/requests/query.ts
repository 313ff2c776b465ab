import type { Operation } from '../operation.ts';
import {
  type ErrorEntry,
  emptyParameter,
  parameterWithNul,
  repeatedParameter,
  undecodableParameter,
  unknownParameter,
  wrongInteger,
} from './error-entries.ts';

/** The facts about an operation that are needed to read its query. */
type QueryOperation = Pick<Operation, 'queryParameters' | 'integerParameters'>;

/** The query string of a request, as an operation reads it. */
export interface ReadQuery {
  /** The valid parameters of the operation. Whole numbers are numbers. */
  readonly query: Record<string, unknown>;
  /** The errors in all other parameters. */
  readonly errors: ErrorEntry[];
}

/**
 * Reads the query string of a request target, in the same way for every validation engine. The parser of Express replaces
 * bytes that are not UTF-8 by U+FFFD and ignores parameters after the thousandth. express-openapi-validator ignores names
 * with brackets, converts with JavaScript's `Number` and stops at the first error.
 */
export function readQuery(url: string, operation: QueryOperation): ReadQuery {
  const read: ReadQuery = { query: {}, errors: [] };
  const query = queryOf(url);
  if (query === '') return read;
  for (const pair of query.split('&')) {
    if (pair !== '') readPair(pair, read, operation);
  }
  return read;
}

/** Returns the query string of a request target without its question mark; empty if there is none. */
function queryOf(url: string): string {
  const start = url.indexOf('?');
  return start === -1 ? '' : url.slice(start + 1);
}

function readPair(
  pair: string,
  { query, errors }: ReadQuery,
  { queryParameters, integerParameters }: QueryOperation,
): void {
  const [rawName = '', ...rest] = pair.split('=');
  const name = decoded(rawName);
  const value = decoded(rest.join('='));
  if (name === undefined || value === undefined) errors.push(undecodableParameter(name ?? rawName));
  else if (!queryParameters.includes(name)) errors.push(unknownParameter(name));
  else if (value.includes('\0')) errors.push(parameterWithNul(name));
  else if (integerParameters.includes(name) && !isInteger(value)) errors.push(wrongInteger(name));
  else if (value === '') errors.push(emptyParameter(name));
  else if (name in query) errors.push(repeatedParameter(name));
  else query[name] = integerParameters.includes(name) ? Number(value) : value;
}

/** Returns undefined for text that is not percent-encoded UTF-8. */
function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}

const INTEGER = /^-?\d+$/;

/** Whether the text is a safe integer in decimal digits: not `0x10`, `1e2`, ` 5` or `Infinity`. */
function isInteger(text: string): boolean {
  return INTEGER.test(text) && Number.isSafeInteger(Number(text));
}
