import { createPostgresDatabase } from '@penstock/postgresql/databases';
import type { Kysely } from 'kysely';
import { expect, test } from 'vitest';
import { NOT_EVALUATED } from '../../../src/alerts/evaluate.ts';
import type { Alert } from '../../../src/stack/alerts/alert.ts';
import { stackRepositories } from '../../../src/stack/registry.ts';
import type { Schema } from '../../../src/storage/schema.ts';
import { type AlertQueue, alertQueue } from '../../../src/worker/alerts/alert-queue.ts';
import { removeExpired } from '../../../src/worker/housekeeping.ts';
import { NOW, openWithService, SERVICE, VAULT } from '../../support/stored-pipes.ts';

const DAY_MS = 24 * 3_600 * 1000;
const CLAIM = { limit: 10, leaseMs: 60_000, alone: false };

test('no other worker leases an alert while its evaluation is stored', async () => {
  const db = await openWithAlert();
  const other = alertQueue(db, 'other');
  const taken: number[] = [];
  const storing = alertQueue(
    afterEachResult(db, async () => {
      taken.push((await other.claim(CLAIM)).alerts.length);
    }),
    'storing',
  );
  const [leased] = (await alertQueue(db, 'storing').claim(CLAIM)).alerts;
  if (leased === undefined) throw new Error('The alert is not due.');
  // The lease is over, but its process does not know it yet.
  await db.updateTable('alert_work').set({ lease_until: 0 }).execute();
  await storing.store([
    { leased, progress: NOT_EVALUATED, dueAt: Date.now() + 60_000, attempts: 0, alone: false, batch: '' },
  ]);
  expect(taken.length).toBeGreaterThan(0);
  expect(taken.filter((count) => count > 0)).toEqual([]);
});

test('the history is deleted after 30 days', async () => {
  const db = await openWithAlert();
  const queue = alertQueue(db, 'worker');
  const evaluations = [31, 29].map((days) => new Date(Date.now() - days * DAY_MS).toISOString());
  for (const evaluatedAt of evaluations) await storeFailure(queue, evaluatedAt);
  await removeExpired(db);
  const kept = await db.selectFrom('alert_history').select('evaluated_at').execute();
  expect(kept).toEqual([{ evaluated_at: evaluations[1] }]);
});

/** Stores a failed evaluation; the alert is due again at once. */
async function storeFailure(queue: AlertQueue, evaluatedAt: string): Promise<void> {
  const [leased] = (await queue.claim(CLAIM)).alerts;
  if (leased === undefined) throw new Error('The alert is not due.');
  const failed = { evaluatedAt, state: 'error' as const, error: 'It failed.', entries: [] };
  await queue.store([
    {
      ...{ leased, progress: NOT_EVALUATED, dueAt: 0, attempts: 1, alone: false, batch: '' },
      result: { ...failed, failed: [{ start: 0, end: 1 }] },
    },
  ]);
}

/** A database with an alert that is due. */
async function openWithAlert(): Promise<Kysely<Schema>> {
  const db = await openWithService({ url: await createPostgresDatabase() });
  const alert = {
    ...{ id: 'alert', team: SERVICE, createdAt: NOW, updatedAt: NOW, state: 'inactive', silenced: false },
    ...{ source: 'search', savedSearchId: 'search', threshold: 1, thresholdType: 'above', interval: '1m' },
    channel: { type: 'webhook', webhookId: 'webhook' },
  } as unknown as Alert;
  await stackRepositories(db, VAULT).alerts.insert({ resource: alert, version: 1 });
  return db;
}

/** A database that waits after each result. */
function afterEachResult(db: Kysely<Schema>, wait: () => Promise<void>): Kysely<Schema> {
  return db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      await wait();
      return result;
    },
  });
}
