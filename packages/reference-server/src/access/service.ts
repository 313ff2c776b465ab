import { randomUUID } from 'node:crypto';
import { hashSecret, randomSecret, secretMatches } from './credential-hash.ts';
import { type ApiKeyPrincipal, notFound, type Role, type TokenPrincipal } from './principal.ts';
import type { AccessRepository } from './repository.ts';

/** Who may do what: API keys, bearer tokens and the tenants that they open. */
export interface AccessService {
  /** Undefined if the key is unknown, expired or the secret is wrong; which of them is not told (D-62). */
  authenticateKey(keyId: string, secret: string): Promise<ApiKeyPrincipal | undefined>;
  authenticateToken(token: string): Promise<TokenPrincipal | undefined>;
  /**
   * The service that a path names, in the spelling in which it is stored.
   *
   * @throws ProblemError 404 unless the service belongs to the organization of the key.
   */
  requireService(principal: ApiKeyPrincipal, path: ServicePath): Promise<string>;
  /** Makes a key and returns its secret, the only time that it exists in the clear. */
  createApiKey(
    organizationId: string,
    role: Role,
    options?: CredentialOptions,
  ): Promise<{ id: string; secret: string }>;
  /** Makes a token and returns it, the only time that it exists in the clear. */
  createToken(teamId: string, role: Role, options?: CredentialOptions): Promise<{ token: string }>;
}

/** The part of a `/v1` path that names the tenant. */
interface ServicePath {
  readonly organizationId: string;
  readonly serviceId: string;
}

interface CredentialOptions {
  readonly expiresAt?: Date;
}

/** A token is its id and its secret, so that one indexed look-up and one comparison tell whether it is valid. */
const TOKEN = /^pst_([0-9a-f]{32})_([A-Za-z0-9_-]{43})$/;

export function accessService(repository: AccessRepository, hashKey: Buffer): AccessService {
  const issue = (role: Role, secret: string, options: CredentialOptions) => ({
    role,
    secret_hash: hashSecret(hashKey, secret),
    expires_at: options.expiresAt?.toISOString() ?? null,
    created_at: new Date().toISOString(),
  });
  return {
    async authenticateKey(keyId, secret) {
      const key = await repository.findApiKey(keyId);
      if (!secretMatches(hashKey, secret, key?.secret_hash) || key === undefined || hasExpired(key))
        return undefined;
      return { id: key.id, role: key.role, organizationId: key.organization_id };
    },
    async authenticateToken(token) {
      const [, id = '', secret = ''] = TOKEN.exec(token) ?? [];
      const stored = await repository.findToken(id);
      if (!secretMatches(hashKey, secret, stored?.secret_hash) || stored === undefined || hasExpired(stored))
        return undefined;
      return { id: stored.id, role: stored.role, teamId: stored.team_id };
    },
    async requireService(principal, path) {
      // A UUID may be written in capitals (RFC 9562 section 4).
      const organizationId = path.organizationId.toLowerCase();
      const serviceId = path.serviceId.toLowerCase();
      if (principal.organizationId !== organizationId) throw notFound();
      if (!(await repository.serviceExists(organizationId, serviceId))) throw notFound();
      return serviceId;
    },
    async createApiKey(organizationId, role, options = {}) {
      const id = randomUUID();
      const secret = randomSecret();
      await repository.insertApiKey({ id, organization_id: organizationId, ...issue(role, secret, options) });
      return { id, secret };
    },
    async createToken(teamId, role, options = {}) {
      const id = randomUUID().replaceAll('-', '');
      const secret = randomSecret();
      await repository.insertToken({ id, team_id: teamId, ...issue(role, secret, options) });
      return { token: `pst_${id}_${secret}` };
    },
  };
}

function hasExpired(credential: { readonly expires_at: string | null }): boolean {
  return credential.expires_at !== null && Date.parse(credential.expires_at) <= Date.now();
}
