import { type Kysely, PostgresAdapter, type RawBuilder, sql } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: whatever tables it has
type AnyDatabase = Kysely<any>;

/** Whether several processes may write at once; SQLite has one writer, from the begin of a transaction to its end. */
export function isPostgres(db: AnyDatabase): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter;
}

/** The clock of the database, in milliseconds of the UNIX epoch: the only one that all processes share. */
export function databaseClock(db: AnyDatabase): RawBuilder<number> {
  return isPostgres(db)
    ? sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`
    : sql<number>`cast(unixepoch('subsec') * 1000 as integer)`;
}

/** Within a transaction, what it reads to rely on stays as it is until its end. Outside of one a query stays as it is. */
export function heldStill<Query extends { forShare(): Query }>(db: AnyDatabase, query: Query): Query {
  return db.isTransaction && isPostgres(db) ? query.forShare() : query;
}
