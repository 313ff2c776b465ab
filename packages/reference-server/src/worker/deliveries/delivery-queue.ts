import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Database } from '../../storage/database.ts';
import { databaseClock } from '../../storage/dialects.ts';
import type { Vault } from '../../storage/encryption.ts';
import type { DeliveryRow, WebhookRow } from '../../storage/schema.ts';
import { inTransaction } from '../../storage/transaction.ts';
import type { Attempt } from './attempt.ts';
import type { Candidate, Excluded } from './delivery-slots.ts';
import { markGone } from './gone-webhooks.ts';
import type { Notification } from './notification.ts';
import { type Receiver, receiverOf } from './receiver.ts';

/** The exclusive right to attempt a delivery, for a limited time. */
interface DeliveryLease {
  readonly id: string;
  /** Greater than the fence of every earlier lease on this delivery. */
  readonly fence: number;
}

/** A delivery, ready for an attempt. */
export interface LeasedDelivery extends DeliveryLease {
  readonly tenantId: string;
  readonly webhookId: string;
  /**
   * The webhook as it is now.
   *
   * @throws Error if its secrets cannot be decrypted
   */
  receiver(): Receiver;
  readonly message: Notification;
  readonly attempts: readonly Attempt[];
  /** The number of attempts since the delivery was created, or was sent again. */
  readonly tried: number;
}

/** What an attempt leads to. */
export interface Settlement {
  readonly delivery: LeasedDelivery;
  readonly attempt: Attempt;
  readonly state: 'pending' | 'delivered' | 'failed';
  /** The time until the next attempt of a pending delivery. */
  readonly pauseMs?: number | undefined;
  /** The URL of a receiver that responded with 410. */
  readonly goneUrl?: string | undefined;
}

/** The deliveries that are due. All timestamps are those of the clock of the database. */
export interface DeliveryQueue {
  /** At most `limit` deliveries that are due and not leased, the earliest first. */
  due(excluded: Excluded, limit: number): Promise<Candidate[]>;
  /** Leases those of the deliveries that no other process has leased in the meantime. */
  claim(owner: string, ids: readonly string[], leaseMs: number): Promise<LeasedDelivery[]>;
  /**
   * Stores attempts and ends their leases, in one transaction, because a commit costs more than an attempt. Leaves out those whose lease
   * passed to another process, which attempts them again.
   *
   * @returns those that were stored
   */
  settle(owner: string, settlements: readonly Settlement[]): Promise<Settlement[]>;
  /** Ends leases without an attempt. The deliveries stay due. */
  release(owner: string, leases: readonly DeliveryLease[]): Promise<void>;
}

/** @param clock a parameter so that tests can change the time */
export function deliveryQueue(
  db: Database,
  vault: Vault,
  clock: () => RawBuilder<number> = () => databaseClock(db),
): DeliveryQueue {
  const isFree = (now: RawBuilder<number>) =>
    sql<SqlBool>`due_at <= ${now} and (owner is null or lease_until < ${now})`;
  const leased = (on: Database, owner: string, { id, fence }: DeliveryLease) =>
    on.updateTable('deliveries').where('id', '=', id).where('owner', '=', owner).where('fence', '=', fence);

  return {
    async due({ hosts, webhooks }, limit) {
      const webhook = sql<string>`tenant_id || '/' || webhook_id`;
      const rows = await db
        .selectFrom('deliveries')
        .select(['id', 'host', webhook.as('webhook')])
        .where(isFree(clock()))
        .$if(hosts.length > 0, (query) => query.where('host', 'not in', hosts))
        .$if(webhooks.length > 0, (query) => query.where(webhook, 'not in', webhooks))
        .orderBy('due_at')
        .limit(limit)
        .execute();
      return rows;
    },
    async claim(owner, ids, leaseMs) {
      if (ids.length === 0) return [];
      const rows = await db
        .updateTable('deliveries')
        .set((row) => ({
          owner,
          lease_until: sql<number>`${clock()} + ${sql.lit(leaseMs)}`,
          fence: row('fence', '+', 1),
        }))
        .where('id', 'in', ids)
        .where(isFree(clock()))
        .returningAll()
        .execute();
      return withReceivers(db, vault, rows);
    },
    async settle(owner, settlements) {
      if (settlements.length === 0) return [];
      return inTransaction(db, async (transaction) => {
        const stored: Settlement[] = [];
        for (const settlement of settlements) {
          const { delivery, attempt, goneUrl } = settlement;
          const { numUpdatedRows } = await leased(transaction, owner, delivery)
            .set(settled(settlement, clock()))
            .executeTakeFirst();
          if (numUpdatedRows === 0n) continue;
          stored.push(settlement);
          if (goneUrl !== undefined)
            await markGone(transaction, { ...delivery, url: goneUrl }, attempt.attemptedAt);
        }
        return stored;
      });
    },
    async release(owner, leases) {
      for (const lease of leases)
        await leased(db, owner, lease).set({ owner: null, lease_until: null }).execute();
    },
  };
}

/** The columns of a delivery after an attempt. */
function settled({ delivery, attempt, state, pauseMs }: Settlement, now: RawBuilder<number>) {
  return {
    state,
    attempts: JSON.stringify([...delivery.attempts, attempt]),
    tried: delivery.tried + 1,
    due_at: pauseMs === undefined ? null : sql<number>`${now} + ${sql.lit(pauseMs)}`,
    owner: null,
    lease_until: null,
  };
}

/** A webhook that was deleted in the meantime has taken its deliveries with it. */
async function withReceivers(
  db: Database,
  vault: Vault,
  rows: readonly DeliveryRow[],
): Promise<LeasedDelivery[]> {
  const keyOf = (tenantId: string, id: string) => `${tenantId}/${id}`;
  const webhooks = await db
    .selectFrom('webhooks')
    .selectAll()
    .where('tenant_id', 'in', [...new Set(rows.map(({ tenant_id }) => tenant_id))])
    .where('id', 'in', [...new Set(rows.map(({ webhook_id }) => webhook_id))])
    .execute();
  const byKey = new Map(webhooks.map((row) => [keyOf(row.tenant_id, row.id), openedOnce(row, vault)]));
  return rows.flatMap((row) => {
    const receiver = byKey.get(keyOf(row.tenant_id, row.webhook_id));
    if (receiver === undefined) return [];
    return {
      id: row.id,
      fence: row.fence,
      tenantId: row.tenant_id,
      webhookId: row.webhook_id,
      receiver,
      message: JSON.parse(row.message) as Notification,
      attempts: JSON.parse(row.attempts) as Attempt[],
      tried: row.tried,
    };
  });
}

/** Several deliveries of a webhook are often leased together, and decrypting its secrets costs more than the rest. */
function openedOnce(row: WebhookRow, vault: Vault): () => Receiver {
  let receiver: Receiver | undefined;
  return () => {
    receiver ??= receiverOf(row, vault);
    return receiver;
  };
}
