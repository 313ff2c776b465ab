import { join } from 'node:path';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import pino from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import type { StoredWebhook } from '../../../src/stack/webhooks/webhook.ts';
import type { Schema } from '../../../src/storage/schema.ts';
import { inTransaction } from '../../../src/storage/transaction.ts';
import { startDeliverer } from '../../../src/worker/deliveries/deliverer.ts';
import { type DeliveryQueue, deliveryQueue } from '../../../src/worker/deliveries/delivery-queue.ts';
import { enqueueNotification } from '../../../src/worker/deliveries/enqueue-notification.ts';
import { receiverAddresses } from '../../../src/worker/deliveries/receiver-addresses.ts';
import { createSender } from '../../../src/worker/deliveries/sender.ts';
import { removeExpired } from '../../../src/worker/housekeeping.ts';
import { describeOnBoth } from '../../support/databases.ts';
import { openForTest, VAULT } from '../../support/stored-pipes.ts';
import { notification, storeWebhook, TENANT } from '../../support/stored-webhooks.ts';
import { temporaryFolder } from '../../support/test-server.ts';
import { close, hang, respond, startReceiver } from '../../support/webhook-receiver.ts';

const LOGGER = pino({ level: 'silent' });
const NEVER_MS = 100_000_000;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const send = createSender(receiverAddresses({ allowedHosts: ['127.0.0.1'], resolveHost: async () => [] }));

/** A database with a clock that tests change, and the workers on it. */
function workersOn(db: Kysely<Schema>) {
  let now = Date.now() + MINUTE_MS;
  const queue = deliveryQueue(db, VAULT, () => sql.lit(now));
  const workers: ReturnType<typeof startDeliverer>[] = [];
  return {
    queue,
    get now() {
      return now;
    },
    start(replaced: Partial<DeliveryQueue> = {}) {
      const worker = startDeliverer({
        queue: { ...queue, ...replaced },
        send,
        logger: LOGGER,
        pollMs: NEVER_MS,
      });
      workers.push(worker);
      onTestFinished(worker.stop);
      return worker;
    },
    pass(ms: number) {
      now += ms;
      for (const worker of workers) worker.wake();
    },
    async enqueue({ id: webhookId }: StoredWebhook, count = 1) {
      const messages = Array.from({ length: count }, () => notification());
      await inTransaction(db, async (transaction) => {
        for (const message of messages)
          await enqueueNotification(transaction, { tenantId: TENANT, webhookId, message });
      });
      for (const worker of workers) worker.wake();
      return messages.map(({ eventId }) => eventId);
    },
    rows: () => db.selectFrom('deliveries').selectAll().orderBy('id').execute(),
    async only() {
      const row = await db.selectFrom('deliveries').selectAll().executeTakeFirstOrThrow();
      return { ...row, attempts: JSON.parse(row.attempts) };
    },
  };
}

describeOnBoth('a delivery', (databases) => {
  const open = async () => {
    const db = await openForTest(await databases.location());
    return { db, at: workersOn(db) };
  };

  test('is attempted nine times while the receiver is broken, and fails', async () => {
    const { db, at } = await open();
    const { url, received } = await startReceiver(respond(503, {}, 'later'));
    const [eventId] = await at.enqueue(await storeWebhook(db, { url }));
    at.start();
    for (let tried = 1; tried < 9; tried += 1) {
      await expect.poll(async () => (await at.only()).tried).toBe(tried);
      const { state, due_at, owner, attempts } = await at.only();
      expect([state, owner, attempts.length]).toEqual(['pending', null, tried]);
      at.pass((due_at ?? 0) - at.now);
    }
    await expect.poll(async () => (await at.only()).state).toBe('failed');
    const { due_at, attempts } = await at.only();
    expect([due_at, attempts.length, received.length]).toEqual([null, 9, 9]);
    expect(attempts[8]).toMatchObject({ status: 503, responseBody: 'later' });
    expect(new Set(received.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([eventId]));
  });

  test('is attempted again when the receiver asks for it, and ends with a 2xx', async () => {
    const { db, at } = await open();
    const { url, received } = await startReceiver((response) =>
      received.length === 1
        ? response.writeHead(429, { 'retry-after': '600' }).end()
        : response.writeHead(202).end(),
    );
    await at.enqueue(await storeWebhook(db, { url }));
    at.start();
    await expect.poll(async () => (await at.only()).tried).toBe(1);
    expect((await at.only()).due_at).toBe(at.now + 600_000);
    at.pass(600_000);
    await expect.poll(async () => (await at.only()).state).toBe('delivered');
    expect((await at.only()).attempts).toMatchObject([{ status: 429 }, { status: 202 }]);
  });

  test('to a receiver that is gone fails, and nothing is sent after it', async () => {
    const { db, at } = await open();
    const { url, received } = await startReceiver(respond(410));
    const webhook = await storeWebhook(db, { url });
    await at.enqueue(webhook);
    at.start();
    await expect.poll(async () => (await at.only()).state).toBe('failed');
    const stored = await db.selectFrom('webhooks').selectAll().executeTakeFirstOrThrow();
    const [attempt] = (await at.only()).attempts;
    expect([JSON.parse(stored.document).goneAt, stored.version]).toEqual([attempt.attemptedAt, 2]);
    await at.enqueue(webhook, 2);
    await expect
      .poll(async () => (await at.rows()).map(({ state }) => state))
      .toEqual(Array(3).fill('failed'));
    const [, second] = await at.rows();
    expect(JSON.parse(second?.attempts ?? '')).toEqual([
      {
        attemptedAt: expect.any(String),
        durationMs: 0,
        error: expect.stringContaining(`responded with 410 at ${attempt.attemptedAt}`),
      },
    ]);
    expect(received).toHaveLength(1);
  });

  test('is made by one of several workers', async () => {
    const { db, at } = await open();
    const { url, received } = await startReceiver(respond(200));
    const events = await at.enqueue(await storeWebhook(db, { url }), 60);
    for (let count = 0; count < 3; count += 1) at.start();
    await expect
      .poll(async () => (await at.rows()).filter(({ state }) => state !== 'delivered').length)
      .toBe(0);
    expect(received.map(({ headers }) => headers['webhook-id']).sort()).toEqual(events.sort());
  });

  test('that another process did not finish is made again when its lease is over', async () => {
    const { db, at } = await open();
    const { url, received } = await startReceiver(respond(200));
    await at.enqueue(await storeWebhook(db, { url }));
    const [candidate] = await at.queue.due({ hosts: [], webhooks: [] }, 1);
    const [lost] = await at.queue.claim('a crashed process', [candidate?.id ?? ''], 30_000);
    if (lost === undefined) throw new Error('It was not claimed.');
    const worker = at.start();
    at.pass(29_000);
    worker.wake();
    expect(await at.queue.due({ hosts: [], webhooks: [] }, 1)).toEqual([]);
    at.pass(2_000);
    await expect.poll(async () => (await at.only()).state).toBe('delivered');
    expect(received).toHaveLength(1);
    const attempt = { attemptedAt: new Date().toISOString(), durationMs: 1, status: 500 };
    const late = { delivery: lost, attempt, state: 'failed' } as const;
    expect(await at.queue.settle('a crashed process', [late])).toEqual([]);
    expect((await at.only()).state).toBe('delivered');
  });

  test('is not made twice while the database is away', async () => {
    const { db, at } = await open();
    const { url, received } = await startReceiver(respond(200));
    let away = true;
    const worker = at.start({
      settle: (owner, settlements) =>
        away && settlements.length > 0
          ? Promise.reject(new Error('The database is away.'))
          : at.queue.settle(owner, settlements),
    });
    await at.enqueue(await storeWebhook(db, { url }));
    await expect.poll(() => received.length).toBe(1);
    at.pass(60_000);
    worker.wake();
    away = false;
    worker.wake();
    await expect.poll(async () => (await at.only()).state).toBe('delivered');
    expect(received).toHaveLength(1);
  });

  test('is kept for 7 days, and longer while it is pending', async () => {
    const { db, at } = await open();
    await at.enqueue(await storeWebhook(db), 3);
    const [first, second, third] = (await at.rows()).map(({ id }) => id);
    const change = (id: string | undefined, age: number, state: string) =>
      db
        .updateTable('deliveries')
        .set({ state, created_at: sql<string>`${new Date(Date.now() - age).toISOString()}` as never })
        .where('id', '=', id ?? '')
        .execute();
    await change(first, 7 * DAY_MS + MINUTE_MS, 'delivered');
    await change(second, 7 * DAY_MS + MINUTE_MS, 'pending');
    await change(third, 7 * DAY_MS - MINUTE_MS, 'failed');
    await removeExpired(db);
    expect((await at.rows()).map(({ id }) => id)).toEqual([second, third]);
  });

  test('whose webhook cannot be decrypted fails alone', async () => {
    const { db, at } = await open();
    const { url } = await startReceiver(respond(200));
    const broken = await storeWebhook(db, { url });
    const secrets = Buffer.from('not encrypted by any key');
    await db.updateTable('webhooks').set({ secrets }).where('id', '=', broken.id).execute();
    await at.enqueue(broken);
    await at.enqueue(await storeWebhook(db, { url }));
    at.start();
    await expect
      .poll(async () => (await at.rows()).map(({ state, tried }) => [state, tried]))
      .toEqual([
        ['pending', 1],
        ['delivered', 1],
      ]);
    const [first] = await at.rows();
    expect(first?.attempts).toContain('because of a defect of the service');
  });
});

test('a receiver that hangs, closes or fails delays no other one', async () => {
  const db = await openForTest({ file: join(temporaryFolder(), 'penstock.db') });
  const at = workersOn(db);
  const hanging = await startReceiver(hang);
  const broken = [hanging, await startReceiver(close), await startReceiver(respond(500))];
  for (const { url } of broken) await at.enqueue(await storeWebhook(db, { url }), 50);
  const good = await Promise.all(Array.from({ length: 3 }, () => startReceiver(respond(200))));
  for (const { url } of good) await at.enqueue(await storeWebhook(db, { url }), 20);
  const worker = at.start();
  await expect.poll(() => good.map(({ received }) => received.length)).toEqual([20, 20, 20]);
  // 4 at a time, and none has got a response.
  expect(hanging.received).toHaveLength(4);
  const stopped = worker.stop();
  hanging.disconnect();
  await stopped;
});

test('a worker that stops waits for the attempts that it makes', async () => {
  const db = await openForTest({ file: join(temporaryFolder(), 'penstock.db') });
  const at = workersOn(db);
  const responding = Promise.withResolvers<void>();
  const { url, received } = await startReceiver(async (response) => {
    await responding.promise;
    response.end();
  });
  await at.enqueue(await storeWebhook(db, { url }), 6);
  const worker = at.start();
  await expect.poll(() => received.length).toBe(4);
  const stopped = worker.stop();
  responding.resolve();
  await stopped;
  const states = (await at.rows()).map(({ state, owner }) => [state, owner]);
  expect(states.filter(([state]) => state === 'delivered')).toHaveLength(4);
  expect(states.filter(([state]) => state === 'pending')).toEqual(Array(2).fill(['pending', null]));
});
