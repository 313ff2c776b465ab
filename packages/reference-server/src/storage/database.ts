import { Kysely, type Transaction } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { initial } from './migrations/0001-initial.ts';
import type { Schema } from './schema.ts';
import { nodeSqliteDialect } from './sqlite.ts';

/** The database, or a transaction on it: what a repository needs to run a query. */
export type Database = Kysely<Schema> | Transaction<Schema>;

export const migrations: Record<string, Migration> = { '0001-initial': initial };

/**
 * Opens the embedded database and brings its tables up to date.
 *
 * @throws Error with a sentence if the file is no database, is newer than this program, or cannot be migrated.
 */
export async function openDatabase(file: string): Promise<Kysely<Schema>> {
  const db = new Kysely<Schema>({ dialect: openDialect(file) });
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error } = await migrator.migrateToLatest();
  if (error === undefined) return db;
  await db.destroy();
  throw unusable(file, error);
}

function openDialect(file: string) {
  try {
    return nodeSqliteDialect(file);
  } catch (error) {
    throw unusable(file, error);
  }
}

function unusable(file: string, reason: unknown): Error {
  return new Error(
    `The database ${file} cannot be used: ${reason instanceof Error ? reason.message : String(reason)}. ` +
      'It may be damaged or come from a newer version of this program; use that one, or another PENSTOCK_DATA folder.',
  );
}
