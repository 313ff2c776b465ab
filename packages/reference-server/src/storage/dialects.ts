import { type Kysely, PostgresAdapter, type RawBuilder, sql } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: works with any tables
type AnyDatabase = Kysely<any>;

/** Whether several transactions may write in parallel; SQLite has a single writer. */
export function isPostgres(db: AnyDatabase): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter;
}

/** The clock of the database in milliseconds since the UNIX epoch: the only clock that all processes share. */
export function databaseClock(db: AnyDatabase): RawBuilder<number> {
  return isPostgres(db)
    ? sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`
    : sql<number>`cast(unixepoch('subsec') * 1000 as integer)`;
}

/**
 * The id of a row, for the condition and the order of a list by the beginning of a name. SQLite has no statistics: it would read
 * the whole list by the index of the ids, and the unary plus excludes that index. PostgreSQL chooses by its statistics.
 */
export function idOfNamed(db: AnyDatabase, id: string): RawBuilder<string> {
  return isPostgres(db) ? sql<string>`${sql.ref(id)}` : sql<string>`+${sql.ref(id)}`;
}

/** In a transaction, locks the rows of the query until it ends. Outside of a transaction the query is unchanged. */
export function lockedForTransaction<Query extends { forShare(): Query }>(
  db: AnyDatabase,
  query: Query,
): Query {
  return db.isTransaction && isPostgres(db) ? query.forShare() : query;
}
