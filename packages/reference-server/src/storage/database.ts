import { type Dialect, Kysely, type Logger, type Transaction } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import type pg from 'pg';
import type { OnQuery } from '../telemetry/traces.ts';
import { addDirectReads, type ReadRows } from './direct-reads.ts';
import { addDirectWrites, type RunStatement } from './direct-writes.ts';
import { initial } from './migrations/0001-initial.ts';
import { openPool, PooledPostgresDialect } from './postgresql.ts';
import type { Schema } from './schema.ts';
import { NodeSqliteDialect } from './sqlite.ts';

/** The database or a transaction: what a repository needs to run a query. */
export type Database = Kysely<Schema> | Transaction<Schema>;

/** A file of the embedded database, or the URL of a PostgreSQL database. */
export type DatabaseLocation = { readonly file: string } | { readonly url: string };

export interface OpenDatabase {
  readonly db: Kysely<Schema>;
  /** The connection pool; undefined for the embedded database. */
  readonly pool: pg.Pool | undefined;
  /** A number that changes with every commit; undefined for PostgreSQL, which has no such number. */
  readonly version: (() => number) | undefined;
}

/** Forward only. A released migration never changes its name or its content. */
export const migrations: Record<string, Migration> = { '0001-initial': initial };

/**
 * Opens the database and brings its tables up to date, one process at a time.
 *
 * @throws Error with a message for the operator if it is not a database, is unavailable, is newer than this version, or
 * cannot be migrated.
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
 * Connects to the database without migrating it.
 *
 * @throws Error with a message for the operator if the file is not a database. PostgreSQL is not contacted before the
 * first query.
 */
export function connectDatabase(location: DatabaseLocation, onQuery?: OnQuery): OpenDatabase {
  const { dialect, direct, ...connected } = openDialect(location);
  const log: Logger | undefined =
    onQuery && (({ query, queryDurationMillis }) => onQuery(query.sql, queryDurationMillis));
  const db = new Kysely<Schema>({ dialect, ...(log !== undefined && { log }) });
  if (direct !== undefined && log === undefined) {
    addDirectReads(db, direct.read);
    addDirectWrites(db, direct.write);
  }
  return { db, ...connected };
}

interface OpenDialect extends Omit<OpenDatabase, 'db'> {
  readonly dialect: Dialect;
  /** Undefined for PostgreSQL. */
  readonly direct: { readonly read: ReadRows; readonly write: RunStatement } | undefined;
}

function openDialect(location: DatabaseLocation): OpenDialect {
  try {
    if ('file' in location) {
      const dialect = new NodeSqliteDialect(location.file);
      const read: ReadRows = (statement, values) => dialect.read(statement, values);
      const write: RunStatement = (query) => dialect.write(query);
      return { dialect, pool: undefined, version: () => dialect.version(), direct: { read, write } };
    }
    const pool = openPool(location.url);
    return { dialect: new PooledPostgresDialect(pool), pool, version: undefined, direct: undefined };
  } catch (error) {
    throw unusable(location, error);
  }
}

async function migrate(db: Kysely<Schema>): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error } = await migrator.migrateToLatest();
  if (error === undefined) return;
  const newer = await newerMigration(db);
  throw newer === undefined ? error : new Error(`its tables are from a newer version (${newer})`);
}

/** A migration of the database that this version does not know. */
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
      ? [`The database ${location.file}`, fileRemedy((cause as { readonly errcode?: number }).errcode)]
      : [
          `The PostgreSQL database of DATABASE_URL`,
          'Check that it runs, that it accepts this user, and that no newer version of this program has used it.',
        ];
  return new Error(`${what} cannot be used: ${why}. ${remedy}`, { cause: reason });
}

/** By the result code of SQLite; the low byte of an extended code (sqlite.org/rescode.html). */
function fileRemedy(errcode: number | undefined): string {
  switch (errcode === undefined ? undefined : errcode & 0xff) {
    case 3:
    case 8:
    case 14:
      return 'Let this user write the file and its folder, on a file system that is not read-only, or set PENSTOCK_DATA to another folder.';
    case 13:
      return 'Free some disk space, or set PENSTOCK_DATA to a folder on another disk.';
    default:
      return 'It may be damaged, or from a newer version of this program. Use that version, or another PENSTOCK_DATA folder.';
  }
}
