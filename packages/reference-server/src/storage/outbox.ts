import { v7 as uuidv7 } from 'uuid';
import type { Database } from './database.ts';

/** Something that has changed: what, whose, and as much as tells a consumer whether to look at it. Never a secret. */
export interface ChangeEvent {
  readonly kind: `${'pipe' | 'dashboard' | 'alert' | 'source' | 'webhook' | 'saved_search'}.${Change}`;
  readonly tenantId: string;
  /** The id of what has changed. */
  readonly subject: string;
  readonly payload: Readonly<Record<string, string | number | null>>;
}

type Change = 'created' | 'updated' | 'state_changed' | 'deleted';

/**
 * Writes events down in the transaction of the change that they tell of, so that there is neither a change without its
 * event nor an event without its change. Nothing reads them yet; whoever will delivers at least once, by their ids.
 *
 * @throws Error if there is no transaction.
 */
export async function record(transaction: Database, events: readonly ChangeEvent[]): Promise<void> {
  if (!transaction.isTransaction) throw new Error('An event is recorded in the transaction of its change.');
  if (events.length === 0) return;
  const created_at = new Date().toISOString();
  const rows = events.map(({ kind, tenantId, subject, payload }) => ({
    id: uuidv7(),
    kind,
    tenant_id: tenantId,
    subject,
    payload: JSON.stringify(payload),
    created_at,
  }));
  await transaction.insertInto('outbox').values(rows).execute();
}
