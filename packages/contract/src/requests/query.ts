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

/** What has to be known of an operation to read its query. */
type QueryOperation = Pick<Operation, 'queryParameters' | 'integerParameters'>;

/** What a query string says to an operation. */
export interface ReadQuery {
  /** The parameters that the operation has, each at most once and not empty; whole numbers are numbers. */
  readonly query: Record<string, unknown>;
  /** What is wrong with the others. */
  readonly errors: ErrorEntry[];
}

/**
 * Reads the query string of a request target, the same way for every engine. Neither Express's parser nor
 * express-openapi-validator would do: the one makes U+FFFD of what is not UTF-8 and forgets the thousandth parameter, the
 * other drops names with brackets in silence, converts by JavaScript's `Number`, and is content with the first thing that
 * is wrong.
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

/** The query string of a request target, without its question mark; empty if there is none. */
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

/** Undefined if it is not percent-encoded UTF-8. */
function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}

const INTEGER = /^-?\d+$/;

/** Decimal digits, and no larger than JavaScript can count: not `0x10`, `1e2`, ` 5` or `Infinity`. */
function isInteger(text: string): boolean {
  return INTEGER.test(text) && Number.isSafeInteger(Number(text));
}
