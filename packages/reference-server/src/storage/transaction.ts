import { setTimeout } from 'node:timers/promises';
import { sql, type Transaction } from 'kysely';
import type { Database } from './database.ts';
import { isPostgres } from './dialects.ts';
import { writingDirectly } from './direct-writes.ts';
import type { Schema } from './schema.ts';
import { DatabaseUnavailable } from './unavailable.ts';

const MAX_ATTEMPTS = 10;
const INITIAL_PAUSE_MS = 5;
/** serialization_failure and deadlock_detected: PostgreSQL rolled the transaction back, and it may be retried. */
const COLLISIONS: readonly unknown[] = ['40001', '40P01'];

/**
 * Runs the work in the current transaction, or in a new one. If two transactions collide, the database rolls one back and
 * its work is run again, so the work must change nothing but the database.
 *
 * @throws DatabaseUnavailable if it collides too often
 */
export async function inTransaction<T>(
  db: Database,
  work: (transaction: Transaction<Schema>) => Promise<T>,
): Promise<T> {
  if (db.isTransaction) return work(db as Transaction<Schema>);
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().execute((transaction) => writingDirectly(db, transaction, work));
    } catch (error) {
      if (!COLLISIONS.includes((error as { code?: string }).code)) throw error;
      if (attempt === MAX_ATTEMPTS) throw new DatabaseUnavailable(error);
      await setTimeout(Math.random() * INITIAL_PAUSE_MS * 2 ** attempt);
    }
  }
}

/** Runs the work in a transaction that excludes other processes, for values that are created once per database. */
export async function alone<T>(
  db: Database,
  work: (transaction: Transaction<Schema>) => Promise<T>,
): Promise<T> {
  return inTransaction(db, async (transaction) => {
    if (isPostgres(transaction))
      await sql`select pg_advisory_xact_lock(${sql.lit(ALONE)})`.execute(transaction);
    return work(transaction);
  });
}

/** An arbitrary number that no other program uses for an advisory lock in this database. */
const ALONE = 7_362_537;
