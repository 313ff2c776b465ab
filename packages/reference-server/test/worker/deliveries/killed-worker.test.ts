import pino from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { readConfiguration } from '../../../src/api/configuration.ts';
import type { ServerProcess } from '../../../src/api/testing/server-process.ts';
import { openStorage } from '../../../src/storage/storage.ts';
import { inTransaction } from '../../../src/storage/transaction.ts';
import { enqueueNotification } from '../../../src/worker/deliveries/enqueue-notification.ts';
import { notification, storeWebhook, TENANT } from '../../support/stored-webhooks.ts';
import { startProcess, temporaryFolder } from '../../support/test-server.ts';
import { startReceiver } from '../../support/webhook-receiver.ts';

test('a worker that is killed between the request and its record: the notification arrives again, with the same eventId', async () => {
  const environment = {
    PENSTOCK_DATA: temporaryFolder(),
    PENSTOCK_WEBHOOK_ALLOW_HOSTS: '127.0.0.1',
    PENSTOCK_LOG_LEVEL: 'error',
  };
  let worker: ServerProcess | undefined = await startProcess(environment, 'worker');
  const { url, received } = await startReceiver(async (response) => {
    await worker?.kill('SIGKILL');
    response.end();
  });
  const storage = await openStorage(readConfiguration(environment), pino({ level: 'silent' }));
  onTestFinished(() => storage.close());
  const { db, vault } = storage;
  const { id: webhookId } = await storeWebhook(db, { url }, vault);
  const message = notification();
  await inTransaction(db, (transaction) =>
    enqueueNotification(transaction, { tenantId: TENANT, webhookId, message }),
  );
  await expect.poll(() => received.length).toBe(1);
  await worker.kill('SIGKILL');
  worker = undefined;
  const lost = await db.selectFrom('deliveries').selectAll().executeTakeFirstOrThrow();
  expect(lost).toMatchObject({ state: 'pending', attempts: '[]', owner: expect.any(String) });
  // The lease ends.
  await db.updateTable('deliveries').set({ lease_until: 0 }).execute();
  await startProcess(environment, 'worker');
  await expect
    .poll(async () => (await db.selectFrom('deliveries').select('state').executeTakeFirst())?.state)
    .toBe('delivered');
  expect(received.map(({ headers }) => headers['webhook-id'])).toEqual([message.eventId, message.eventId]);
});
