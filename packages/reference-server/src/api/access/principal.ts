import { ProblemError } from '@penstock/server';

export type Role = 'admin' | 'reader';

/** Who an API key speaks for. */
export interface ApiKeyPrincipal {
  readonly id: string;
  readonly role: Role;
  readonly organizationId: string;
  /** The one service that the key opens; null if it opens all of the organization. */
  readonly serviceId: string | null;
}

/** Who a bearer token speaks for. One team is one tenant (D-61). */
export interface TokenPrincipal {
  readonly id: string;
  readonly role: Role;
  readonly teamId: string;
}

/** @throws ProblemError 403 if a reader tries anything but to read (D-60). */
export function refuseReaders(principal: { readonly role: Role }, method: string): void {
  if (principal.role === 'admin' || method === 'get') return;
  throw new ProblemError({
    code: 'forbidden',
    detail: 'This credential may only read. Use one with the role admin.',
  });
}
