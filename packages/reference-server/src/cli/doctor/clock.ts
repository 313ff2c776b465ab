import { type Kysely, sql } from 'kysely';
import { databaseClock } from '../../storage/dialects.ts';
import type { Schema } from '../../storage/schema.ts';
import { type Finding, ok, wrong } from './finding.ts';

/** Each process expires credentials by its own clock, so clocks may differ by this much at most. */
const MOST_APART_MS = 2_000;

const REMEDY = 'Synchronize it: timedatectl set-ntp true';

/** Compares the clock of this machine with the clock and the last migration of the database. */
export async function examineClock(db: Kysely<Schema>): Promise<Finding> {
  const start = Date.now();
  const { rows } = await sql<{ now: number }>`select ${databaseClock(db)} as now`.execute(db);
  const end = Date.now();
  const theirs = Number(rows[0]?.now);
  const apart = Math.max(start - theirs, theirs - end, 0);
  if (apart > MOST_APART_MS)
    return wrong(
      'clock',
      `the clocks of this machine and of the database differ by ${Math.round(apart / 1000)} s`,
      REMEDY,
    );
  const past = await newestMigration(db);
  if (past !== undefined && past > end)
    return wrong(
      'clock',
      `the clock is before ${new Date(past).toISOString()}, the time of the last migration of the database`,
      REMEDY,
    );
  return ok('clock', new Date(end).toISOString());
}

async function newestMigration(db: Kysely<Schema>): Promise<number | undefined> {
  const { rows } = await sql<{
    timestamp: string | null;
  }>`select max(timestamp) as timestamp from kysely_migration`.execute(db);
  const newest = rows[0]?.timestamp;
  return newest == null ? undefined : Date.parse(newest);
}
