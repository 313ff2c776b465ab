import type { Insertable, Selectable } from 'kysely';
import type { Database } from '../storage/database.ts';
import type { Schema } from '../storage/schema.ts';

type Record = Selectable<Schema['idempotency_records']>;

/** The queries of idempotency records. */
export interface IdempotencyRepository {
  /** A record that is not older than that. */
  find(credentialId: string, key: string, oldest: string): Promise<Record | undefined>;
  insert(record: Insertable<Schema['idempotency_records']>): Promise<void>;
  removeBefore(moment: string): Promise<void>;
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
    async insert(record) {
      await db.insertInto('idempotency_records').values(record).execute();
    },
    async removeBefore(moment) {
      await db.deleteFrom('idempotency_records').where('created_at', '<', moment).execute();
    },
  };
}
