import type { KeyObject } from 'node:crypto';
import type { Selectable } from 'kysely';
import { notFound } from '../../stack/base/problems.ts';
import type { Database } from '../../storage/database.ts';
import type { DatabaseChanges } from '../../storage/database-changes.ts';
import type { Schema } from '../../storage/schema.ts';
import { cachedRows } from './cached-rows.ts';
import { secretChecks } from './credential-hash.ts';
import type { ApiKeyPrincipal, TokenPrincipal } from './principal.ts';
import { accessRepository } from './repository.ts';
import { parseToken } from './token.ts';

/** Authenticates API keys and bearer tokens, and resolves the tenants that they give access to. */
export interface AccessService {
  /** Undefined if the key is unknown or expired, or if the secret is wrong; callers cannot distinguish these (D-62). */
  authenticateKey(
    keyId: string,
    secret: string,
  ): Promise<ApiKeyPrincipal | undefined> | ApiKeyPrincipal | undefined;
  authenticateToken(token: string): Promise<TokenPrincipal | undefined>;
  /**
   * Returns the id of the service in the path, in lower case as it is stored. The service is that of the time when the key was
   * authenticated.
   *
   * @throws ProblemError 404 unless the service belongs to the organization of the key and the key may use it.
   */
  requireService(principal: ApiKeyPrincipal, path: ServicePath): Promise<string> | string;
}

type KeyRow = Selectable<Schema['api_keys']>;
type ServiceRow = Selectable<Schema['services']>;

/** The part of a `/v1` path that names the tenant. */
export interface ServicePath {
  readonly organizationId: string;
  readonly serviceId: string;
}

/**
 * Credentials and services are read once until the database changes, so a revoked credential stops working at once: with
 * SQLite at the next request, with PostgreSQL when its announcement arrives, and after 5 seconds at most (D-96).
 *
 * @param hashKey keys the hashes of credentials
 */
export function accessService(
  db: Database,
  changes: Pick<DatabaseChanges, 'version'>,
  hashKey: KeyObject,
): AccessService {
  const findService = cachedRows(accessRepository(db, 'services').find, changes);
  const findKey = cachedRows(accessRepository(db, 'api_keys').find, changes);
  const findToken = cachedRows(accessRepository(db, 'tokens').find, changes);
  const isSecretOf = secretChecks(hashKey);
  return {
    authenticateKey(keyId, secret) {
      const databaseVersion = changes.version();
      const principalOf = (key: KeyRow | undefined): ApiKeyPrincipal | undefined => {
        if (!isSecretOf(secret, key) || key === undefined || hasExpired(key)) return undefined;
        return {
          id: key.id,
          role: key.role,
          organizationId: key.organization_id,
          serviceId: key.service_id,
          databaseVersion,
        };
      };
      const key = findKey(keyId, databaseVersion);
      return key instanceof Promise ? key.then(principalOf) : principalOf(key);
    },
    async authenticateToken(token) {
      const { id, secret } = parseToken(token) ?? { id: '', secret: '' };
      const stored = await findToken(id, changes.version());
      if (!isSecretOf(secret, stored) || stored === undefined || hasExpired(stored)) return undefined;
      return { id: stored.id, role: stored.role, teamId: stored.team_id };
    },
    requireService(principal, path) {
      // A UUID may be written in capitals (RFC 9562 section 4).
      const organizationId = path.organizationId.toLowerCase();
      const serviceId = path.serviceId.toLowerCase();
      if (principal.organizationId !== organizationId) throw notFound();
      if (principal.serviceId !== null && principal.serviceId !== serviceId) throw notFound();
      const checked = (service: ServiceRow | undefined) => {
        if (service?.organization_id !== organizationId) throw notFound();
        return serviceId;
      };
      const service = findService(serviceId, principal.databaseVersion);
      return service instanceof Promise ? service.then(checked) : checked(service);
    },
  };
}

function hasExpired(credential: { readonly expires_at: string | null }): boolean {
  return credential.expires_at !== null && Date.parse(credential.expires_at) <= Date.now();
}
