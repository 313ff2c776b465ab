import type { EnginePort } from '../port/engine-port.ts';
import { type QueriedSource, tablesOf } from './queried-source.ts';
import { QueryError } from './query-error.ts';
import { rememberColumns } from './table-columns.ts';

/**
 * Runs a query with the columns that are kept. If they make it invalid, and the table has others now, it runs once more: a table
 * that was altered since causes no error.
 */
export async function withCurrentColumns<Result>(
  engine: EnginePort,
  queried: QueriedSource,
  run: () => Promise<Result>,
): Promise<Result> {
  const haveChanged = tablesOf(queried).map((table) => rememberColumns(engine, table));
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof QueryError) || error.code !== 'query_invalid') throw error;
    const changes = await Promise.all(haveChanged.map((hasChanged) => hasChanged()));
    if (!changes.includes(true)) throw error;
    return run();
  }
}
