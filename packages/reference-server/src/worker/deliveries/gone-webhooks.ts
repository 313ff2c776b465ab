import type { Database } from '../../storage/database.ts';
import { isPostgres } from '../../storage/dialects.ts';
import { record } from '../../storage/outbox.ts';

/** A webhook and the URL that was contacted. */
interface Contacted {
  readonly tenantId: string;
  readonly webhookId: string;
  readonly url: string;
}

/** Stores in the transaction of an attempt that the receiver responded with 410: nothing is sent to the webhook after that (D-81). */
export function markGone(transaction: Database, contacted: Contacted, at: string): Promise<void> {
  return setGone(transaction, contacted, at);
}

/** Ends that state after a successful test. */
export function clearGone(transaction: Database, contacted: Contacted): Promise<void> {
  return setGone(transaction, contacted, undefined);
}

/** Changes nothing if the webhook was deleted, or got another URL in the meantime. */
async function setGone(
  transaction: Database,
  { tenantId, webhookId, url }: Contacted,
  at: string | undefined,
): Promise<void> {
  const query = transaction
    .selectFrom('webhooks')
    .select(['document', 'version'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', webhookId);
  const row = await (isPostgres(transaction) ? query.forUpdate() : query).executeTakeFirst();
  if (row === undefined) return;
  const { goneAt, ...document } = JSON.parse(row.document) as { url: string; goneAt?: string };
  if (document.url !== url || (goneAt === undefined) === (at === undefined)) return;
  const version = row.version + 1;
  await transaction
    .updateTable('webhooks')
    .set({ document: JSON.stringify(at === undefined ? document : { ...document, goneAt: at }), version })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', webhookId)
    .execute();
  await record(transaction, [
    { kind: 'webhook.updated', tenantId, subject: webhookId, payload: { version } },
  ]);
}
