import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';
import { ProblemError } from '@penstock/server';
import type { Kysely } from 'kysely';
import type { Created, Creation, IdempotencyService, RepeatableRequest } from '../stack/base/idempotency.ts';
import type { Database } from '../storage/database.ts';
import type { Vault } from '../storage/encryption.ts';
import { idempotencyRepository, oldestKept } from '../storage/idempotency-records.ts';
import type { Schema } from '../storage/schema.ts';
import { sealedLocation } from '../storage/sealed-columns.ts';
import { inTransaction } from '../storage/transaction.ts';

/** Results are stored encrypted, because a result may contain a secret that is returned only once (D-51). */
export function idempotencyService(db: Kysely<Schema>, hashKey: KeyObject, vault: Vault): IdempotencyService {
  // Bodies may contain secrets that could be guessed from a hash without a key.
  const hashOf = ({ identity }: RepeatableRequest) =>
    createHmac('sha256', hashKey).update(canonicalJson(identity)).digest();

  const earlier = async <T>(
    on: Database,
    key: string,
    request: RepeatableRequest,
  ): Promise<Created<T> | undefined> => {
    const record = await idempotencyRepository(on).find(request.credentialId, key, oldestKept());
    if (record === undefined) return undefined;
    if (!timingSafeEqual(record.request_hash, hashOf(request))) throw reusedKey();
    return {
      value: vault.open(record.answer, sealedLocation('idempotency_records', record)) as T,
      replayed: true,
    };
  };

  return {
    async once<T>(request: RepeatableRequest, { prepare, create }: Creation<T>): Promise<Created<T>> {
      const { key, credentialId } = request;
      const found = key === undefined ? undefined : await earlier<T>(db, key, request);
      if (found !== undefined) return found;
      await prepare?.();
      return inTransaction(db, async (transaction) => {
        if (key === undefined) return { value: await create(transaction), replayed: false };
        const records = idempotencyRepository(transaction);
        const created_at = new Date().toISOString();
        const row = { credential_id: credentialId, key };
        const record = {
          ...row,
          request_hash: hashOf(request),
          answer: NO_RESULT_YET,
          created_at,
        };
        if (!(await records.claim(record, oldestKept()))) {
          // A parallel request with the same key was first.
          const faster = await earlier<T>(transaction, key, request);
          if (faster !== undefined) return faster;
          throw new Error('An idempotency record was deleted while it was read.');
        }
        const value = await create(transaction);
        await records.complete(
          credentialId,
          key,
          vault.seal(value, sealedLocation('idempotency_records', row)),
        );
        return { value, replayed: false };
      });
    },
  };
}

/** Never visible outside: the transaction that stores it either replaces it with the result or is rolled back. */
const NO_RESULT_YET = new Uint8Array();

/** JSON with sorted members, because their order has no meaning (RFC 8259 section 4). */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_name, member: unknown) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  );
}

function reusedKey(): ProblemError {
  return new ProblemError({
    code: 'idempotency_key_reused',
    detail:
      'This Idempotency-Key was used for another request in the last 24 hours. Send a new key for a new request.',
  });
}
