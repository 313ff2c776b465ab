import type { KeyObject } from 'node:crypto';
import { notFound } from '../../stack/base/problems.ts';
import type { Database } from '../../storage/database.ts';
import { secretMatches } from './credential-hash.ts';
import type { ApiKeyPrincipal, TokenPrincipal } from './principal.ts';
import { accessRepository } from './repository.ts';
import { parseToken } from './token.ts';

/** Authenticates API keys and bearer tokens, and resolves the tenants that they give access to. */
export interface AccessService {
  /** Undefined if the key is unknown or expired, or if the secret is wrong; callers cannot distinguish these (D-62). */
  authenticateKey(keyId: string, secret: string): Promise<ApiKeyPrincipal | undefined>;
  authenticateToken(token: string): Promise<TokenPrincipal | undefined>;
  /**
   * Returns the id of the service in the path, in lower case as it is stored.
   *
   * @throws ProblemError 404 unless the service belongs to the organization of the key and the key may use it.
   */
  requireService(principal: ApiKeyPrincipal, path: ServicePath): Promise<string>;
}

/** The part of a `/v1` path that names the tenant. */
export interface ServicePath {
  readonly organizationId: string;
  readonly serviceId: string;
}

/** @param hashKey keys the hashes of credentials */
export function accessService(db: Database, hashKey: KeyObject): AccessService {
  const [services, keys, tokens] = [
    accessRepository(db, 'services'),
    accessRepository(db, 'api_keys'),
    accessRepository(db, 'tokens'),
  ];
  return {
    async authenticateKey(keyId, secret) {
      const key = await keys.find(keyId);
      if (!secretMatches(hashKey, secret, key?.secret_hash) || key === undefined || hasExpired(key))
        return undefined;
      return {
        id: key.id,
        role: key.role,
        organizationId: key.organization_id,
        serviceId: key.service_id,
      };
    },
    async authenticateToken(token) {
      const { id, secret } = parseToken(token) ?? { id: '', secret: '' };
      const stored = await tokens.find(id);
      if (!secretMatches(hashKey, secret, stored?.secret_hash) || stored === undefined || hasExpired(stored))
        return undefined;
      return { id: stored.id, role: stored.role, teamId: stored.team_id };
    },
    async requireService(principal, path) {
      // A UUID may be written in capitals (RFC 9562 section 4).
      const organizationId = path.organizationId.toLowerCase();
      const serviceId = path.serviceId.toLowerCase();
      if (principal.organizationId !== organizationId) throw notFound();
      if (principal.serviceId !== null && principal.serviceId !== serviceId) throw notFound();
      const service = await services.find(serviceId);
      if (service?.organization_id !== organizationId) throw notFound();
      return serviceId;
    },
  };
}

function hasExpired(credential: { readonly expires_at: string | null }): boolean {
  return credential.expires_at !== null && Date.parse(credential.expires_at) <= Date.now();
}
