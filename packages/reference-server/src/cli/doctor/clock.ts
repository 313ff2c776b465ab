import { type Kysely, sql } from 'kysely';
import { databaseClock } from '../../storage/dialects.ts';
import type { Schema } from '../../storage/schema.ts';
import { type Finding, ok, wrong } from './finding.ts';

/** Credentials expire by the clock of each process, so all of them have to agree about this much. */
const MOST_APART_MS = 2_000;

const REMEDY = 'Set it, and keep it right: timedatectl set-ntp true';

/** Whether the clock of this machine agrees with that of the database, and with the database's own past. */
export async function examineClock(db: Kysely<Schema>): Promise<Finding> {
  const asked = Date.now();
  const { rows } = await sql<{ now: number }>`select ${databaseClock(db)} as now`.execute(db);
  const answered = Date.now();
  const theirs = Number(rows[0]?.now);
  const apart = Math.max(asked - theirs, theirs - answered, 0);
  if (apart > MOST_APART_MS)
    return wrong('clock', `this machine and the database are ${Math.round(apart / 1000)} s apart`, REMEDY);
  const past = await newestMigration(db);
  if (past !== undefined && past > answered)
    return wrong(
      'clock',
      `it is before ${new Date(past).toISOString()}, when the database was last migrated`,
      REMEDY,
    );
  return ok('clock', new Date(answered).toISOString());
}

async function newestMigration(db: Kysely<Schema>): Promise<number | undefined> {
  const { rows } = await sql<{
    timestamp: string | null;
  }>`select max(timestamp) as timestamp from kysely_migration`.execute(db);
  const newest = rows[0]?.timestamp;
  return newest == null ? undefined : Date.parse(newest);
}
