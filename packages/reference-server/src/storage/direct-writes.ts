import type { CompiledQuery, Kysely, QueryResult } from 'kysely';
import type { Schema } from './schema.ts';

/** Runs a statement in the open transaction of SQLite, which needs no time of its own. */
export type RunStatement = (query: CompiledQuery) => QueryResult<unknown>;

const databases = new WeakMap<Kysely<Schema>, RunStatement>();
const transactions = new WeakMap<Kysely<Schema>, RunStatement>();

/** Lets {@link writingDirectly} write to a database. */
export function addDirectWrites(db: Kysely<Schema>, run: RunStatement): void {
  databases.set(db, run);
}

/** Runs the work of a transaction of a database. Meanwhile {@link writeDirectly} runs its statements. */
export async function writingDirectly<Transaction extends Kysely<Schema>, T>(
  db: Kysely<Schema>,
  transaction: Transaction,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  const run = databases.get(db);
  if (run === undefined) return work(transaction);
  transactions.set(transaction, run);
  try {
    return await work(transaction);
  } finally {
    transactions.delete(transaction);
  }
}

/**
 * Runs a statement without Kysely, whose promises cost as much as a small statement. Undefined if the statement must run through
 * Kysely: with PostgreSQL, with traces, or outside of {@link writingDirectly}.
 */
export function writeDirectly<Row>(
  transaction: Kysely<Schema>,
  query: CompiledQuery<Row>,
): QueryResult<Row> | undefined {
  return transactions.get(transaction)?.(query) as QueryResult<Row> | undefined;
}
