import { createPostgresDatabase } from '@penstock/postgresql/databases';
import type { Kysely } from 'kysely';
import { expect, test } from 'vitest';
import { NOT_EVALUATED } from '../../../src/alerts/evaluate.ts';
import type { Alert } from '../../../src/stack/alerts/alert.ts';
import { stackRepositories } from '../../../src/stack/registry.ts';
import type { Schema } from '../../../src/storage/schema.ts';
import { alertQueue } from '../../../src/worker/alerts/alert-queue.ts';
import { NOW, openWithService, SERVICE, VAULT } from '../../support/stored-pipes.ts';

const CLAIM = { limit: 10, leaseMs: 60_000, alone: false };

test('no other worker leases an alert while its evaluation is stored', async () => {
  const db = await openWithService({ url: await createPostgresDatabase() });
  const alert = {
    ...{ id: 'alert', team: SERVICE, createdAt: NOW, updatedAt: NOW, state: 'inactive', silenced: false },
    ...{ source: 'search', savedSearchId: 'search', threshold: 1, thresholdType: 'above', interval: '1m' },
    channel: { type: 'webhook', webhookId: 'webhook' },
  } as unknown as Alert;
  await stackRepositories(db, VAULT).alerts.insert({ resource: alert, version: 1 });
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
