import type { Administration } from '../access/administration.ts';
import { formatToken } from '../access/token.ts';
import type { FirstCredentials } from '../first-start/credentials-file.ts';

/** The `Authorization` header of a caller, by surface. */
export type Authorizations = Readonly<Record<'management' | 'observability', string>>;

/** The `Authorization` header of HTTP Basic. */
export function basic(user: string, password: string): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
}

/** The part of a server that credentials come from. */
interface Tenants {
  readonly administration: Administration;
  readonly credentials: FirstCredentials;
}

/** The first credentials of a server, which may do everything within their tenants. */
export function adminsOf({
  credentials: { management, observability },
}: Pick<Tenants, 'credentials'>): Authorizations {
  return {
    management: basic(management.keyId, management.keySecret),
    observability: `Bearer ${observability.token}`,
  };
}

/** Creates credentials of the first tenants that may only read. */
export async function makeReaders({ administration, credentials }: Tenants): Promise<Authorizations> {
  const { organizationId } = credentials.management;
  const key = await administration.keys.create({ organizationId, serviceId: null }, 'reader');
  const token = await administration.tokens.create({ teamId: credentials.observability.team }, 'reader');
  return {
    management: basic(key.id, key.secret),
    observability: `Bearer ${formatToken(token.id, token.secret)}`,
  };
}
