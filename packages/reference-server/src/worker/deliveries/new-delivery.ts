import { v7 as uuidv7 } from 'uuid';
import type { Database } from '../../storage/database.ts';
import { databaseClock, isPostgres } from '../../storage/dialects.ts';
import type { AttemptResult } from './attempt.ts';
import type { NewDelivery } from './notification.ts';
import { hostOf } from './receiver.ts';

/**
 * Stores a delivery that was attempted once already, or that is due now.
 *
 * @returns its id; undefined if the webhook does not exist any more
 */
export async function insertDelivery(
  transaction: Database,
  { tenantId, webhookId, alertId, message }: NewDelivery,
  attempted?: AttemptResult,
): Promise<string | undefined> {
  const url = await urlOf(transaction, tenantId, webhookId);
  if (url === undefined) return undefined;
  const id = uuidv7();
  await transaction
    .insertInto('deliveries')
    .values({
      id,
      tenant_id: tenantId,
      webhook_id: webhookId,
      event_id: message.eventId,
      type: message.type,
      alert_id: alertId ?? null,
      message: JSON.stringify(message),
      host: hostOf(url),
      ...progressOf(transaction, attempted),
      created_at: new Date().toISOString(),
    })
    .execute();
  return id;
}

function progressOf(transaction: Database, attempted: AttemptResult | undefined) {
  if (attempted === undefined)
    return { state: 'pending', attempts: '[]', tried: 0, due_at: databaseClock(transaction) };
  const state = attempted.conclusion === 'delivered' ? 'delivered' : 'failed';
  return { state, attempts: JSON.stringify([attempted.attempt]), tried: 1, due_at: null };
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
