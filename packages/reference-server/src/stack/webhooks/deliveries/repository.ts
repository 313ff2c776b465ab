import type { Readable, WebhookDelivery } from '@penstock/contract';
import { sql } from 'kysely';
import { columnText } from '../../../storage/column-text.ts';
import type { Database } from '../../../storage/database.ts';
import { databaseClock, isPostgres } from '../../../storage/dialects.ts';
import type { DeliveryRow } from '../../../storage/schema.ts';
import type { Attempt } from '../../../worker/deliveries/attempt.ts';
import { hostOf } from '../../../worker/deliveries/receiver.ts';
import type { ItemSize } from '../../base/page-bytes.ts';
import { present } from '../../base/present.ts';

/** A delivery in responses. */
export type Delivery = Readable<WebhookDelivery>;

/** The filters of the list of deliveries. */
export interface DeliveryFilter {
  readonly state?: string;
}

/** The queries of the deliveries of webhooks. */
export interface DeliveryRepository {
  /** At most `limit` deliveries of the webhook, newest first, after the delivery `afterId` if it is given. */
  list(
    tenantId: string,
    webhookId: string,
    filter: DeliveryFilter,
    limit: number,
    afterId: string | undefined,
  ): Promise<Delivery[]>;
  /** The ids and stored sizes of what `list` returns. */
  sizes(
    tenantId: string,
    webhookId: string,
    filter: DeliveryFilter,
    limit: number,
    afterId: string | undefined,
  ): Promise<ItemSize[]>;
  /** In a transaction, the delivery cannot change before it ends. */
  find(tenantId: string, webhookId: string, id: string): Promise<Delivery | undefined>;
  /** Makes a delivery pending, with all attempts. */
  sendAgain(id: string): Promise<void>;
  /** The webhook has another URL now. */
  moveHost(tenantId: string, webhookId: string, url: string): Promise<void>;
}

export function deliveryRepository(db: Database): DeliveryRepository {
  const ofWebhook = (tenantId: string, webhookId: string) =>
    db.selectFrom('deliveries').where('tenant_id', '=', tenantId).where('webhook_id', '=', webhookId);
  const page = (
    tenantId: string,
    webhookId: string,
    { state }: DeliveryFilter,
    limit: number,
    afterId: string | undefined,
  ) =>
    ofWebhook(tenantId, webhookId)
      .$if(state !== undefined, (query) => query.where('state', '=', columnText(state ?? '')))
      .$if(afterId !== undefined, (query) => query.where('id', '<', afterId ?? ''))
      .orderBy('id', 'desc')
      .limit(limit);

  return {
    async list(...part) {
      const rows = await page(...part)
        .selectAll()
        .execute();
      return rows.map(deliveryOf);
    },
    sizes: (...part) =>
      page(...part)
        .select(['id', sql<number>`octet_length(attempts)`.as('bytes')])
        .execute(),
    async find(tenantId, webhookId, id) {
      const query = ofWebhook(tenantId, webhookId).selectAll().where('id', '=', columnText(id));
      const isLocked = db.isTransaction && isPostgres(db);
      const row = await (isLocked ? query.forUpdate() : query).executeTakeFirst();
      return row && deliveryOf(row);
    },
    async sendAgain(id) {
      await db
        .updateTable('deliveries')
        .set({ state: 'pending', tried: 0, due_at: databaseClock(db) })
        .where('id', '=', id)
        .execute();
    },
    async moveHost(tenantId, webhookId, url) {
      await db
        .updateTable('deliveries')
        .set({ host: hostOf(url) })
        .where('tenant_id', '=', tenantId)
        .where('webhook_id', '=', webhookId)
        .where('due_at', 'is not', null)
        .execute();
    },
  };
}

function deliveryOf(row: DeliveryRow): Delivery {
  return present({
    id: row.id,
    webhookId: row.webhook_id,
    eventId: row.event_id,
    type: row.type,
    alertId: row.alert_id ?? undefined,
    state: row.state,
    createdAt: row.created_at,
    nextAttemptAt: row.due_at === null ? undefined : new Date(row.due_at).toISOString(),
    attempts: JSON.parse(row.attempts) as Attempt[],
  }) as Delivery;
}
