import { type Dialect, Kysely, type Logger, type Transaction } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import type pg from 'pg';
import type { OnQuery } from '../telemetry/traces.ts';
import { initial } from './migrations/0001-initial.ts';
import { openPool, PooledPostgresDialect } from './postgresql.ts';
import type { Schema } from './schema.ts';
import { NodeSqliteDialect } from './sqlite.ts';

/** The database, or a transaction on it: what a repository needs to run a query. */
export type Database = Kysely<Schema> | Transaction<Schema>;

/** A file of the embedded database, or the URL of a PostgreSQL database. */
export type DatabaseLocation = { readonly file: string } | { readonly url: string };

export interface OpenDatabase {
  readonly db: Kysely<Schema>;
  /** The pool of connections where there is one. */
  readonly pool: pg.Pool | undefined;
}

/** Forward only. The name of one that was released never changes, nor does what it does. */
export const migrations: Record<string, Migration> = { '0001-initial': initial };

/**
 * Opens the database and brings its tables up to date, one process at a time.
 *
 * @throws Error with a sentence if it is no database, is away, is newer than this program, or cannot be migrated.
 */
export async function openDatabase(location: DatabaseLocation, onQuery?: OnQuery): Promise<OpenDatabase> {
  const database = connectDatabase(location, onQuery);
  try {
    await migrate(database.db);
    return database;
  } catch (error) {
    await database.db.destroy();
    throw unusable(location, error);
  }
}

/**
 * The database as it is.
 *
 * @throws Error with a sentence if the file is no database; whether PostgreSQL is there shows with the first query.
 */
export function connectDatabase(location: DatabaseLocation, onQuery?: OnQuery): OpenDatabase {
  const { dialect, pool } = openDialect(location);
  const log: Logger | undefined =
    onQuery && (({ query, queryDurationMillis }) => onQuery(query.sql, queryDurationMillis));
  return { db: new Kysely<Schema>({ dialect, ...(log !== undefined && { log }) }), pool };
}

function openDialect(location: DatabaseLocation): { dialect: Dialect; pool: pg.Pool | undefined } {
  try {
    if ('file' in location) return { dialect: new NodeSqliteDialect(location.file), pool: undefined };
    const pool = openPool(location.url);
    return { dialect: new PooledPostgresDialect(pool), pool };
  } catch (error) {
    throw unusable(location, error);
  }
}

async function migrate(db: Kysely<Schema>): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error } = await migrator.migrateToLatest();
  if (error === undefined) return;
  const newer = await newerMigration(db);
  throw newer === undefined ? error : new Error(`its tables are those of a newer version (${newer})`);
}

/** A migration that the database has had and this program does not know. */
async function newerMigration(db: Kysely<Schema>): Promise<string | undefined> {
  const executed = db as unknown as Kysely<{ kysely_migration: { name: string } }>;
  const rows = await executed
    .selectFrom('kysely_migration')
    .select('name')
    .execute()
    .catch(() => []);
  return rows.map(({ name }) => name).find((name) => migrations[name] === undefined);
}

function unusable(location: DatabaseLocation, reason: unknown): Error {
  const cause = reason instanceof Error && reason.cause instanceof Error ? reason.cause : reason;
  const why = cause instanceof Error ? cause.message : String(cause);
  const [what, remedy] =
    'file' in location
      ? [
          `The database ${location.file}`,
          'It may be damaged or come from a newer version of this program; use that one, or another PENSTOCK_DATA folder.',
        ]
      : [
          `The PostgreSQL database of DATABASE_URL`,
          'See whether it runs and takes this user, and whether a newer version of this program has used it.',
        ];
  return new Error(`${what} cannot be used: ${why}. ${remedy}`, { cause: reason });
}
