import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';
import { ProblemError } from '@penstock/server';
import type { Kysely } from 'kysely';
import type { Created, Creation, IdempotencyService, RepeatableRequest } from '../stack/base/idempotency.ts';
import type { Database } from '../storage/database.ts';
import type { Vault } from '../storage/encryption.ts';
import { idempotencyRepository, oldestKept } from '../storage/idempotency-records.ts';
import type { Schema } from '../storage/schema.ts';
import { sealedPlace } from '../storage/sealed-columns.ts';
import { inTransaction } from '../storage/transaction.ts';

/** Answers are kept encrypted, because one may hold a secret that is returned this once (D-51). */
export function idempotencyService(db: Kysely<Schema>, hashKey: KeyObject, vault: Vault): IdempotencyService {
  // Bodies may hold secrets that could be guessed from a plain hash.
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
      value: vault.open(record.answer, sealedPlace('idempotency_records', record)) as T,
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
          answer: NO_ANSWER_YET,
          created_at,
        };
        if (!(await records.claim(record, oldestKept()))) {
          // A parallel request with the same key was faster.
          const faster = await earlier<T>(transaction, key, request);
          if (faster !== undefined) return faster;
          throw new Error('An idempotency record has gone while it was looked at.');
        }
        const value = await create(transaction);
        await records.complete(credentialId, key, vault.seal(value, sealedPlace('idempotency_records', row)));
        return { value, replayed: false };
      });
    },
  };
}

/** Nobody sees it: the transaction that stores it ends with the answer, or leaves nothing. */
const NO_ANSWER_YET = new Uint8Array();

/** JSON whose members are sorted, because their order says nothing (RFC 8259 section 4). */
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
    detail: 'Within 24 hours a key repeats one request only. Send a new key for a new request.',
  });
}
