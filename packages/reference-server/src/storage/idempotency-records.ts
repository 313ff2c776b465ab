import type { Insertable, Selectable } from 'kysely';
import type { Database } from './database.ts';
import type { Schema } from './schema.ts';

const KEPT_MS = 24 * 60 * 60 * 1000;

type Record = Selectable<Schema['idempotency_records']>;

/** The queries of idempotency records. */
export interface IdempotencyRepository {
  /** The record of a key, if it is not older than `oldest`. */
  find(credentialId: string, key: string, oldest: string): Promise<Record | undefined>;
  /**
   * Claims a key in the transaction of a creation; false if it has a record that is not older than `oldest`. A parallel
   * request with the same key waits until the transaction ends.
   */
  claim(record: Insertable<Schema['idempotency_records']>, oldest: string): Promise<boolean>;
  /** Stores the result of the creation with the key. */
  complete(credentialId: string, key: string, result: Uint8Array): Promise<void>;
}

export function idempotencyRepository(db: Database): IdempotencyRepository {
  return {
    find: (credentialId, key, oldest) =>
      db
        .selectFrom('idempotency_records')
        .selectAll()
        .where('credential_id', '=', credentialId)
        .where('key', '=', key)
        .where('created_at', '>=', oldest)
        .executeTakeFirst(),
    async claim(record, oldest) {
      const claimed = await db
        .insertInto('idempotency_records')
        .values(record)
        .onConflict((conflict) =>
          conflict
            .columns(['credential_id', 'key'])
            .doUpdateSet((row) => ({
              request_hash: row.ref('excluded.request_hash'),
              created_at: row.ref('excluded.created_at'),
            }))
            .where('idempotency_records.created_at', '<', oldest),
        )
        .returning('key')
        .executeTakeFirst();
      return claimed !== undefined;
    },
    async complete(credentialId, key, result) {
      await db
        .updateTable('idempotency_records')
        .set({ answer: result })
        .where('credential_id', '=', credentialId)
        .where('key', '=', key)
        .execute();
    },
  };
}

/** The timestamp before which records have expired (D-12). */
export function oldestKept(): string {
  return new Date(Date.now() - KEPT_MS).toISOString();
}
