import type { Insertable } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { compiledOnce } from './compiled-query.ts';
import type { Database } from './database.ts';
import type { Schema } from './schema.ts';

/** A change: its kind, tenant and subject, and enough for a consumer to decide whether to read it. No secrets. */
export interface ChangeEvent {
  readonly kind: `${'pipe' | 'dashboard' | 'alert' | 'source' | 'webhook' | 'saved_search'}.${Change}`;
  readonly tenantId: string;
  /** The id of the changed resource. */
  readonly subject: string;
  readonly payload: Readonly<Record<string, string | number | null>>;
}

type Change = 'created' | 'updated' | 'state_changed' | 'deleted';

const insertRow = compiledOnce((db, row: Insertable<Schema['outbox']>) =>
  db.insertInto('outbox').values(row),
);

/**
 * Stores events in the transaction of their change, so that there is no change without its event and no event without its
 * change. Nothing reads them yet.
 *
 * @throws Error outside of a transaction
 */
export async function record(transaction: Database, events: readonly ChangeEvent[]): Promise<void> {
  if (!transaction.isTransaction)
    throw new Error('Events must be recorded in the transaction of their change.');
  const created_at = new Date().toISOString();
  const rows = events.map(({ kind, tenantId, subject, payload }) => ({
    id: uuidv7(),
    kind,
    tenant_id: tenantId,
    subject,
    payload: JSON.stringify(payload),
    created_at,
  }));
  for (const row of rows) await insertRow(transaction, row);
}
