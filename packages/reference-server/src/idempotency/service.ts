import { createHmac, timingSafeEqual } from 'node:crypto';
import { ProblemError } from '@penstock/server';
import type { Kysely } from 'kysely';
import type { Database } from '../storage/database.ts';
import type { Schema } from '../storage/schema.ts';
import { idempotencyRepository } from './repository.ts';

const KEPT_MS = 24 * 60 * 60 * 1000;

/** A creation that may be sent twice. */
export interface RepeatableRequest {
  readonly credentialId: string;
  /** The `Idempotency-Key` header, if there is one. */
  readonly key: string | undefined;
  /** Everything that makes two requests the same: operation, parameters and body. */
  readonly identity: readonly unknown[];
}

/** Makes creations repeatable (D-12): the same key with the same request replays the first result for 24 hours. */
export interface IdempotencyService {
  /**
   * Runs `create` in a transaction, together with the record of its result, or answers from that record. A result must
   * survive JSON. Failures are not recorded; the same request may be tried again.
   *
   * @throws ProblemError 409 if the key was used for another request.
   */
  once<T>(
    request: RepeatableRequest,
    create: (db: Database) => Promise<T>,
  ): Promise<{ readonly value: T; readonly replayed: boolean }>;
}

export function idempotencyService(db: Kysely<Schema>, hashKey: Buffer): IdempotencyService {
  return {
    once: (request, create) =>
      db.transaction().execute(async (transaction) => {
        const { key, credentialId } = request;
        if (key === undefined) return { value: await create(transaction), replayed: false };
        const records = idempotencyRepository(transaction);
        const now = Date.now();
        await records.removeBefore(new Date(now - KEPT_MS).toISOString());
        // Bodies may hold secrets that could be guessed from a plain hash.
        const hash = createHmac('sha256', hashKey).update(JSON.stringify(request.identity)).digest();
        const record = await records.find(credentialId, key);
        if (record !== undefined) {
          if (!timingSafeEqual(record.request_hash, hash)) throw reusedKey();
          return { value: JSON.parse(record.answer), replayed: true };
        }
        const value = await create(transaction);
        await records.insert({
          credential_id: credentialId,
          key,
          request_hash: hash,
          answer: JSON.stringify(value),
          created_at: new Date(now).toISOString(),
        });
        return { value, replayed: false };
      }),
  };
}

function reusedKey(): ProblemError {
  return new ProblemError({
    code: 'idempotency_key_reused',
    detail: 'Within 24 hours a key repeats one request only. Send a new key for a new request.',
  });
}
