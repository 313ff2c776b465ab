import { Kysely, type Transaction } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { initial } from './migrations/0001-initial.ts';
import type { Schema } from './schema.ts';
import { nodeSqliteDialect } from './sqlite.ts';

/** The database, or a transaction on it: what a repository needs to run a query. */
export type Database = Kysely<Schema> | Transaction<Schema>;

const migrations: Record<string, Migration> = { '0001-initial': initial };

/**
 * Opens the embedded database and brings its tables up to date.
 *
 * @throws Error with a sentence if the file is newer than this program or cannot be migrated.
 */
export async function openDatabase(file: string): Promise<Kysely<Schema>> {
  const db = new Kysely<Schema>({ dialect: nodeSqliteDialect(file) });
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error } = await migrator.migrateToLatest();
  if (error === undefined) return db;
  await db.destroy();
  throw new Error(
    `The database ${file} cannot be used: ${error instanceof Error ? error.message : String(error)}. ` +
      'It may come from a newer version of this program; use that one, or another data folder.',
  );
}
