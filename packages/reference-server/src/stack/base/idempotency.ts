import type { RepeatableRequest } from '../../api/idempotency.ts';

/** Reads what makes a creation repeatable off a request. */
export function repeatable(
  operationId: string,
  principal: { readonly id: string },
  headers: { readonly 'Idempotency-Key'?: string },
  identity: readonly unknown[],
): RepeatableRequest {
  return {
    credentialId: principal.id,
    key: headers['Idempotency-Key'],
    identity: [operationId, ...identity],
  };
}
