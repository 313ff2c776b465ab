import { EngineError, EngineUnavailableError } from '../port/engine-error.ts';
import type { EnginePort, Query } from '../port/engine-port.ts';
import { QueryError } from './query-error.ts';
import { linesInParts, linesOf } from './result-lines.ts';
import type { CompiledStatement } from './sql-fragment.ts';

/** What a query may use. A query beyond it ends. */
export interface QueryLimits {
  readonly seconds: number;
  readonly memoryBytes: number;
  readonly rowsToRead: number;
  readonly resultRows: number;
  readonly resultBytes: number;
}

export const QUERY_LIMITS: QueryLimits = {
  seconds: 30,
  memoryBytes: 2 * 1024 ** 3,
  rowsToRead: 1_000_000_000,
  resultRows: 200_000,
  resultBytes: 256 * 1024 ** 2,
};

/** Rows of a result by position, with the names and types of their columns. */
export interface ResultTable {
  readonly names: readonly string[];
  readonly types: readonly string[];
  readonly rows: readonly (readonly unknown[])[];
}

export interface RunOptions {
  /** Ends the work of the query when it aborts. */
  readonly signal?: AbortSignal | undefined;
  readonly limits?: QueryLimits;
}

const FORMAT = 'JSONCompactEachRowWithNamesAndTypes';

/** Settings that decide what a statement means, and how values are written. */
const SETTINGS = {
  // The names of result columns never hide a column of the table.
  prefer_column_name_to_alias: 1,
  // A constant to group or order by is no position.
  enable_positional_arguments: 0,
  date_time_output_format: 'iso',
  output_format_json_quote_64bit_integers: 0,
  output_format_json_quote_denormals: 0,
  output_format_json_quote_decimals: 1,
  read_overflow_mode: 'throw',
  result_overflow_mode: 'throw',
  timeout_overflow_mode: 'throw',
};

/**
 * Runs a compiled statement with limits, and read-only.
 *
 * @throws QueryError if the query cannot run, EngineUnavailableError if the engine does not respond
 */
export async function runStatement(
  engine: EnginePort,
  statement: CompiledStatement,
  { signal, limits = QUERY_LIMITS }: RunOptions = {},
): Promise<ResultTable> {
  try {
    const result = await engine.query(queryOf(statement, limits, signal));
    return readTable(linesOf(result.text()));
  } catch (error) {
    throw explain(error, limits);
  }
}

/** Like `runStatement`, with the rows in one or more parts, at the pace of the reader. It can also throw between parts. */
export async function* streamStatement(
  engine: EnginePort,
  statement: CompiledStatement,
  { signal, limits = QUERY_LIMITS }: RunOptions = {},
): AsyncGenerator<ResultTable> {
  let head: ResultTable | undefined;
  try {
    for await (const lines of linesInParts(engine.stream(queryOf(statement, limits, signal)))) {
      const table = head === undefined ? readTable(lines) : { ...head, rows: lines.map(readLine) };
      head ??= { ...table, rows: [] };
      yield table;
    }
  } catch (error) {
    throw explain(error, limits);
  }
}

function queryOf(
  { sql, parameters }: CompiledStatement,
  { seconds, memoryBytes, resultRows, resultBytes, rowsToRead }: QueryLimits,
  signal: AbortSignal | undefined,
): Query {
  return {
    sql,
    parameters,
    format: FORMAT,
    settings: {
      ...SETTINGS,
      max_rows_to_read: String(rowsToRead),
      max_result_bytes: String(resultBytes),
    },
    limits: { readonly: true, seconds, memoryBytes, resultRows },
    ...(signal !== undefined && { signal }),
  };
}

function readTable([names = '[]', types = '[]', ...rows]: readonly string[]): ResultTable {
  return { names: JSON.parse(names), types: JSON.parse(types), rows: rows.map(readLine) };
}

/** Shorter integers are exact. */
const LONG_INTEGER = /\d{16}/;

/** Looking at each value costs more than the rest of the parser, so it is done only where it can matter. */
function readLine(line: string): unknown[] {
  return LONG_INTEGER.test(line) ? JSON.parse(line, exactNumber) : JSON.parse(line);
}

/** An integer that a double cannot represent stays text. */
function exactNumber(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  return Number.isInteger(value) && !Number.isSafeInteger(value) ? (context?.source ?? value) : value;
}

/** Errors that no change of a query avoids. */
const OF_THE_ENGINE: ReadonlySet<string> = new Set([
  'ACCESS_DENIED',
  'ALL_CONNECTION_TRIES_FAILED',
  'AUTHENTICATION_FAILED',
  'CANNOT_SCHEDULE_TASK',
  'CHECKSUM_DOESNT_MATCH',
  'CORRUPTED_DATA',
  'NETWORK_ERROR',
  'NOT_ENOUGH_SPACE',
  'QUERY_WAS_CANCELLED',
  'SOCKET_TIMEOUT',
  'TOO_MANY_SIMULTANEOUS_QUERIES',
]);

const NARROWER = 'Use a shorter range or a stricter condition.';

/** Errors that the author of the query can fix become one of D-89. */
function explain(error: unknown, limits: QueryLimits): unknown {
  if (!(error instanceof EngineError)) return error;
  const { type, detail } = error;
  switch (type) {
    case 'TIMEOUT_EXCEEDED':
    case 'TOO_SLOW':
      return new QueryError(
        'query_too_slow',
        `The query ran longer than ${limits.seconds} seconds. ${NARROWER}`,
      );
    case 'TOO_MANY_ROWS':
      return new QueryError(
        'query_too_large',
        `The query reads more than ${limits.rowsToRead.toLocaleString('en-US')} rows. ${NARROWER}`,
      );
    case 'TOO_MANY_ROWS_OR_BYTES':
      if (/bytes/.test(detail))
        return new QueryError(
          'query_too_large',
          `The result has more than ${limits.resultBytes / 1024 ** 2} MiB. Select fewer columns, or fewer rows per page.`,
        );
      return new QueryError(
        'query_too_large',
        `The result has more than ${limits.resultRows.toLocaleString('en-US')} rows. Use a longer granularity, fewer groups or a shorter range.`,
      );
    case 'MEMORY_LIMIT_EXCEEDED':
      if (/\((?:total|for user)\)/.test(detail))
        return new EngineUnavailableError('The engine has no memory left for this query. Try again later.');
      return new QueryError(
        'query_too_large',
        `The query needs more than ${limits.memoryBytes / 1024 ** 2} MiB of memory. ${NARROWER}`,
      );
    case 'UNKNOWN_TABLE':
    case 'UNKNOWN_DATABASE':
      return new QueryError(
        'source_not_ready',
        'The table of the source does not exist yet. Create it, or wait until the first rows have arrived.',
      );
    default:
      if (OF_THE_ENGINE.has(type))
        return new EngineUnavailableError(`The engine could not run the query (${type}). Try again later.`);
      return new QueryError(
        'query_invalid',
        `The database cannot run an expression of the query: ${sentenceOf(detail)}. Fix the expressions of the query.`,
      );
  }
}

/** The part of a message before the text of the statement. */
export function sentenceOf(detail: string): string {
  const [first = ''] = detail.split(/: (?:While processing|while executing|In scope|In query)|\n/i);
  return first.slice(0, 300).replace(/[.:]$/, '');
}
