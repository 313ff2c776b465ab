import { expect, test } from 'vitest';
import { inTransaction } from '../../../src/storage/transaction.ts';
import { enqueueNotification } from '../../../src/worker/deliveries/enqueue-notification.ts';
import { describeOnBoth } from '../../support/databases.ts';
import { openForTest } from '../../support/stored-pipes.ts';
import { notification, storeWebhook, TENANT } from '../../support/stored-webhooks.ts';

describeOnBoth('a notification', (databases) => {
  test('is due at once, and exists only if its transaction was committed', async () => {
    const db = await openForTest(await databases.location());
    const { id: webhookId } = await storeWebhook(db, { url: 'https://hooks.example.net:8443/path' });
    const message = notification();
    const enqueued = { tenantId: TENANT, webhookId, alertId: 'alert-1', message };
    const failed = inTransaction(db, async (transaction) => {
      await enqueueNotification(transaction, enqueued);
      throw new Error('It was not meant.');
    });
    await expect(failed).rejects.toThrow('It was not meant.');
    expect(await db.selectFrom('deliveries').select('id').execute()).toEqual([]);

    expect(await inTransaction(db, (transaction) => enqueueNotification(transaction, enqueued))).toBe(true);
    const row = await db.selectFrom('deliveries').selectAll().executeTakeFirstOrThrow();
    expect(row).toMatchObject({
      ...{ tenant_id: TENANT, webhook_id: webhookId, alert_id: 'alert-1' },
      ...{ event_id: message.eventId, type: 'alert.firing', state: 'pending', tried: 0, owner: null },
      host: 'hooks.example.net:8443',
    });
    expect(JSON.parse(row.message)).toEqual(message);
    expect(row.due_at).toBeLessThanOrEqual(Date.now());
  });

  test('to a deleted webhook is not stored, and a deletion takes those that are', async () => {
    const db = await openForTest(await databases.location());
    const { id: webhookId } = await storeWebhook(db);
    const enqueue = () =>
      inTransaction(db, (transaction) =>
        enqueueNotification(transaction, { tenantId: TENANT, webhookId, message: notification() }),
      );
    expect(await enqueue()).toBe(true);
    await db.deleteFrom('webhooks').execute();
    expect(await db.selectFrom('deliveries').select('id').execute()).toEqual([]);
    expect(await enqueue()).toBe(false);
  });

  test('cannot be stored outside of a transaction', async () => {
    const db = await openForTest(await databases.location());
    const { id: webhookId } = await storeWebhook(db);
    const stored = enqueueNotification(db, { tenantId: TENANT, webhookId, message: notification() });
    await expect(stored).rejects.toThrow('in the transaction of the change');
  });
});
