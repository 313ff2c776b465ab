import { EngineUnavailableError, QueryError } from '@penstock/engine';
import { ProblemError } from '@penstock/server';
import { errorEntry } from '../base/error-entries.ts';

const RETRY_AFTER_SECONDS = 2;

/** The parts of a result; errors of the query become problems. */
export async function* withQueryProblems<Part>(
  withEntries: boolean,
  parts: AsyncIterable<Part>,
): AsyncGenerator<Part> {
  try {
    yield* parts;
  } catch (error) {
    throw queryProblemOf(withEntries, error);
  }
}

/**
 * The problem of a query that failed (D-89). `withEntries`: the request has the expressions; otherwise `stored` has them, such as a
 * tile.
 */
export function queryProblemOf(withEntries: boolean, error: unknown, stored = 'tile'): unknown {
  if (error instanceof QueryError) return problemOf(error, withEntries, stored);
  if (!(error instanceof EngineUnavailableError)) return error;
  return new ProblemError({
    code: 'unavailable',
    detail: `The engine is unavailable. Retry the request in ${RETRY_AFTER_SECONDS} seconds.`,
    headers: { 'Retry-After': String(RETRY_AFTER_SECONDS) },
    cause: error,
  });
}

function problemOf(error: QueryError, withEntries: boolean, stored: string): ProblemError {
  const { code, entries, message } = error;
  if (entries.length === 0) return new ProblemError({ code, detail: message, cause: error });
  if (!withEntries) return new ProblemError({ code, detail: `${message} Fix the ${stored}.`, cause: error });
  return new ProblemError({
    code,
    detail:
      'The database cannot run the query. Fix the expressions listed in `errors`, each with its location in the request.',
    errors: entries.map((entry) => errorEntry(entry.pointer, 'invalid', entry.message)),
    cause: error,
  });
}
