import { v7 as uuidv7 } from 'uuid';
import type { Database } from '../../storage/database.ts';
import { databaseClock, isPostgres } from '../../storage/dialects.ts';
import type { NewDelivery } from './notification.ts';
import { hostOf } from './receiver-host.ts';

/**
 * Stores a notification for its webhook in the transaction of the change that it reports, so that there is no change without its
 * notification and no notification without its change. Any worker sends it after that; wake the one of this process after the commit.
 *
 * @returns false if the webhook does not exist any more, so that there is nothing to send
 * @throws Error outside of a transaction
 */
export async function enqueueNotification(
  transaction: Database,
  { tenantId, webhookId, alertId, message }: NewDelivery,
): Promise<boolean> {
  if (!transaction.isTransaction)
    throw new Error('A notification must be stored in the transaction of the change that it reports.');
  const url = await urlOf(transaction, tenantId, webhookId);
  if (url === undefined) return false;
  await transaction
    .insertInto('deliveries')
    .values({
      id: uuidv7(),
      tenant_id: tenantId,
      webhook_id: webhookId,
      event_id: message.eventId,
      type: message.type,
      alert_id: alertId ?? null,
      message: JSON.stringify(message),
      state: 'pending',
      attempts: '[]',
      tried: 0,
      host: hostOf(url),
      due_at: databaseClock(transaction),
      fence: 0,
      created_at: new Date().toISOString(),
    })
    .execute();
  return true;
}

/** The URL of a webhook that is not deleted before the transaction ends. */
async function urlOf(transaction: Database, tenantId: string, webhookId: string) {
  const query = transaction
    .selectFrom('webhooks')
    .select('document')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', webhookId);
  const found = await (isPostgres(transaction) ? query.forKeyShare() : query).executeTakeFirst();
  return found && (JSON.parse(found.document) as { readonly url: string }).url;
}
