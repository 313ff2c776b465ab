import type { Kysely } from 'kysely';
import type { Schema } from './schema.ts';

/** Reads rows of SQLite, which needs no time of its own; undefined if that is not possible now. */
export type ReadRows = (statement: string, values: readonly unknown[]) => readonly unknown[] | undefined;

const readers = new WeakMap<Kysely<Schema>, ReadRows>();

/** Lets {@link readDirectly} read from a database. Transactions on it are other objects, and are not read directly. */
export function addDirectReads(db: Kysely<Schema>, read: ReadRows): void {
  readers.set(db, read);
}

/**
 * Reads rows without Kysely, whose promises cost as much as a small query. Undefined if the statement must run through Kysely: with
 * PostgreSQL, in a transaction, with traces, or while another process writes.
 */
export function readDirectly<Row>(
  db: Kysely<Schema>,
  statement: string,
  values: readonly unknown[],
): readonly Row[] | undefined {
  return readers.get(db)?.(statement, values) as readonly Row[] | undefined;
}
