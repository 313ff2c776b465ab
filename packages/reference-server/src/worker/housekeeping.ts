import type { Logger } from '@penstock/server';
import { sql } from 'kysely';
import type { Database } from '../storage/database.ts';
import { databaseClock } from '../storage/dialects.ts';
import { oldestKept } from '../storage/idempotency-records.ts';

const EVERY_MS = 10 * 60 * 1000;
const DAY_MS = 24 * 60 * 60 * 1000;
const EVENTS_KEPT_MS = 7 * DAY_MS;
const DELIVERIES_KEPT_MS = 7 * DAY_MS;
const MINUTES_KEPT_MS = 30 * DAY_MS;
const EVALUATIONS_KEPT_MS = 30 * DAY_MS;
/** Small steps, so that no other query waits long. */
const ROWS_PER_STEP = 1000;

/** Deletes expired rows periodically. Several processes may run it in parallel. */
export interface Housekeeping {
  stop(): Promise<void>;
}

/** Starts immediately and repeats every ten minutes. */
export function startHousekeeping(db: Database, logger: Logger): Housekeeping {
  let stopped = false;
  const round = async () => {
    try {
      await removeExpired(db, () => stopped);
    } catch (error) {
      logger.warn({ err: error }, 'Expired rows could not be deleted; the next run will retry');
    }
  };
  let current = round();
  const timer = setInterval(() => {
    current = current.then(round);
  }, EVERY_MS).unref();
  return {
    async stop() {
      stopped = true;
      clearInterval(timer);
      await current;
    },
  };
}

/**
 * Deletes idempotency records after 24 hours (D-12), events and deliveries (D-81) after 7 days, the minutes of pipes and the history of
 * alerts after 30 days (D-73, D-79), and workers that have ended without a farewell.
 */
export async function removeExpired(db: Database, stopped: () => boolean = () => false): Promise<void> {
  const before = (keptMs: number) => new Date(Date.now() - keptMs).toISOString();
  await db.deleteFrom('workers').where('alive_until', '<', databaseClock(db)).execute();
  await inSteps(stopped, () => removeRecords(db, oldestKept()));
  await inSteps(stopped, () => removeEvents(db, before(EVENTS_KEPT_MS)));
  await inSteps(stopped, () => removeDeliveries(db, before(DELIVERIES_KEPT_MS)));
  await inSteps(stopped, () => removeMinutes(db, Date.now() - MINUTES_KEPT_MS));
  const oldestEvaluation = new Date(Date.now() - EVALUATIONS_KEPT_MS).toISOString();
  await inSteps(stopped, () => removeEvaluations(db, oldestEvaluation));
}

async function inSteps(stopped: () => boolean, remove: () => Promise<number>): Promise<void> {
  while (!stopped() && (await remove()) === ROWS_PER_STEP);
}

async function removeRecords(db: Database, before: string): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from idempotency_records where (credential_id, key) in (
      select credential_id, key from idempotency_records where created_at < ${before}
      order by created_at limit ${sql.lit(ROWS_PER_STEP)}
    )`.execute(db);
  return Number(numAffectedRows);
}

/** Ids are time-ordered, so the oldest events are the first. */
async function removeEvents(db: Database, before: string): Promise<number> {
  const first = db.selectFrom('outbox').select('id').orderBy('id').limit(ROWS_PER_STEP);
  const { numDeletedRows } = await db
    .deleteFrom('outbox')
    .where('id', 'in', first)
    .where('created_at', '<', before)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Ids are time-ordered here as well. */
async function removeEvaluations(db: Database, before: string): Promise<number> {
  const first = db.selectFrom('alert_history').select('id').orderBy('id').limit(ROWS_PER_STEP);
  const { numDeletedRows } = await db
    .deleteFrom('alert_history')
    .where('id', 'in', first)
    .where('evaluated_at', '<', before)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** A delivery that was sent again may be older, and is pending. */
async function removeDeliveries(db: Database, before: string): Promise<number> {
  const oldest = db
    .selectFrom('deliveries')
    .select('id')
    .where('created_at', '<', before)
    .where('state', '!=', 'pending')
    .orderBy('created_at')
    .limit(ROWS_PER_STEP);
  const { numDeletedRows } = await db.deleteFrom('deliveries').where('id', 'in', oldest).executeTakeFirst();
  return Number(numDeletedRows);
}

async function removeMinutes(db: Database, before: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from pipe_minutes where (pipe_id, minute) in (
      select pipe_id, minute from pipe_minutes where minute < ${before}
      order by minute limit ${sql.lit(ROWS_PER_STEP)}
    )`.execute(db);
  return Number(numAffectedRows);
}
