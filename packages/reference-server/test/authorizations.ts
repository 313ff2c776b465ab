import { formatToken } from '../src/api/access/token.ts';
import { basic, type StartedServer } from './started-server.ts';

/** What a caller sends as `Authorization`, by surface. */
export type Authorizations = Readonly<Record<'management' | 'observability', string>>;

/** The first credentials of a server. */
export function adminsOf({ credentials: { management, observability } }: StartedServer): Authorizations {
  return {
    management: basic(management.keyId, management.keySecret),
    observability: `Bearer ${observability.token}`,
  };
}

/** Makes credentials that may only read what the first ones may change. */
export async function makeReaders({ administration, credentials }: StartedServer): Promise<Authorizations> {
  const { organizationId } = credentials.management;
  const key = await administration.keys.create({ organizationId, serviceId: null }, 'reader');
  const token = await administration.tokens.create({ teamId: credentials.observability.team }, 'reader');
  return {
    management: basic(key.id, key.secret),
    observability: `Bearer ${formatToken(token.id, token.secret)}`,
  };
}
