import { type Operation, ProblemError } from '@penstock/server';

export type Role = 'admin' | 'reader';

/** The caller that an API key identifies. */
export interface ApiKeyPrincipal {
  readonly id: string;
  readonly role: Role;
  readonly organizationId: string;
  /** The only service that the key gives access to; null for all services of the organization. */
  readonly serviceId: string | null;
  /** The version of the database that the key was read from; undefined if it is not known. */
  readonly databaseVersion: number | undefined;
}

/** The caller that a bearer token identifies. One team is one tenant (D-61). */
export interface TokenPrincipal {
  readonly id: string;
  readonly role: Role;
  readonly teamId: string;
}

/** @throws ProblemError 403 if a reader wants to change something (D-60). */
export function rejectReaders(
  principal: { readonly role: Role },
  { idempotency }: Pick<Operation, 'idempotency'>,
): void {
  if (principal.role === 'admin' || idempotency === 'safe') return;
  throw new ProblemError({
    code: 'forbidden',
    detail: 'This credential is read-only. Use a credential with the role admin.',
  });
}
