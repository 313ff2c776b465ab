import type { Database } from '../../storage/database.ts';
import type { TenantContext } from './tenant.ts';

/** A creation that may be sent twice. */
export interface RepeatableRequest {
  readonly credentialId: string;
  /** The `Idempotency-Key` header, if there is one. */
  readonly key: string | undefined;
  /** Everything that makes two requests the same: operation, tenant and body. */
  readonly identity: readonly unknown[];
}

/** How something is created. */
export interface Creation<T> {
  /** Checks that need no database and may take long. Skipped when an earlier result is replayed. */
  prepare?(): Promise<void>;
  /** Runs in a transaction. Its result must survive JSON. */
  create(db: Database): Promise<T>;
}

/** What was created, now or by an earlier request. */
export interface Created<T> {
  readonly value: T;
  readonly replayed: boolean;
}

/** Makes creations repeatable (D-12): the same key with the same request replays the first result for 24 hours. */
export interface IdempotencyService {
  /**
   * Creates and records the result in the same transaction, or returns the recorded one. Failures are not recorded; the
   * same request may be tried again.
   *
   * @throws ProblemError 409 if the key was used for another request.
   */
  once<T>(request: RepeatableRequest, creation: Creation<T>): Promise<Created<T>>;
}

/** Reads from a request what makes its creation repeatable. */
export function repeatable(
  operationId: string,
  { tenantId, credentialId }: TenantContext,
  headers: { readonly 'Idempotency-Key'?: string },
  body: unknown,
): RepeatableRequest {
  return { credentialId, key: headers['Idempotency-Key'], identity: [operationId, tenantId, body] };
}
