import { setTimeout } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { Schema } from './schema.ts';
import { inTransaction } from './transaction.ts';

/** More than is left of a page of the database, so that storing it needs space on the disk. */
const PROBE_BYTES = 64 * 1024;
/** A success is valid for this time: `/readyz` needs no credentials, and must not cause writes at will. */
const VALID_MS = 5_000;
const MAX_WAIT_MS = 5_000;

/** Returns whether the database can be written. */
export type CanWrite = () => Promise<boolean>;

/** Stores a record and deletes it, in one transaction. Parallel calls share a probe. */
export function writeProbe(db: Kysely<Schema>): CanWrite {
  let validUntil = 0;
  let running: Promise<boolean> | undefined;

  const probe = async () => {
    const canWrite = await Promise.race([
      write(db).then(
        () => true,
        () => false,
      ),
      setTimeout(MAX_WAIT_MS, false, { ref: false }),
    ]);
    if (canWrite) validUntil = performance.now() + VALID_MS;
    running = undefined;
    return canWrite;
  };

  return async () => {
    if (performance.now() < validUntil) return true;
    running ??= probe();
    return running;
  };
}

async function write(db: Kysely<Schema>): Promise<void> {
  const row = { credential_id: 'readiness', key: crypto.randomUUID() };
  await inTransaction(db, async (transaction) => {
    const answer = new Uint8Array(PROBE_BYTES);
    const created_at = new Date().toISOString();
    await transaction
      .insertInto('idempotency_records')
      .values({ ...row, request_hash: new Uint8Array(), answer, created_at })
      .execute();
    await transaction
      .deleteFrom('idempotency_records')
      .where('credential_id', '=', row.credential_id)
      .where('key', '=', row.key)
      .execute();
  });
}
