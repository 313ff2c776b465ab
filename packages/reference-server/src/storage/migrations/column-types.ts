import { type Kysely, type RawBuilder, sql } from 'kysely';
import { isPostgres } from '../dialects.ts';

export type Tables = Kysely<unknown>;

/** Text that sorts by its bytes, as SQLite does it; the order of PostgreSQL would be that of a language. */
export function text(db: Tables): RawBuilder<unknown> {
  return isPostgres(db) ? sql`text collate "C"` : sql`text`;
}

/** Bytes of any length. */
export function bytes(db: Tables): RawBuilder<unknown> {
  return isPostgres(db) ? sql`bytea` : sql`blob`;
}
