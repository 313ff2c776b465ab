import { type SqlBool, sql } from 'kysely';
import { compiledOnce } from './compiled-query.ts';
import type { Database } from './database.ts';

/**
 * Which service owns a database of the engine, which all services share: the service with the longest prefix that the name
 * of the database starts with. The service of the first start has an empty prefix, so it owns all others.
 */
export interface DatabaseOwners {
  /** Precedes the names of the databases of a service. */
  prefixOf(serviceId: string): Promise<string>;
  /**
   * Whether a tenant may name a database. A service names its own databases, without its prefix. A team names the databases of
   * the services that it is linked to, with their prefixes.
   */
  mayName(tenantId: string, database: string): Promise<boolean>;
  /** Precedes the name of a database that a tenant names; undefined if the tenant may not name it. */
  prefixFor(tenantId: string, database: string): Promise<string | undefined>;
}

const findService = compiledOnce((db, { id }: { readonly id: string }) =>
  db.selectFrom('services').select('database_prefix').where('id', '=', id),
);

/** Few services, and not sorted by the database: to sort even one row takes SQLite longer than to find it. */
const findCandidates = compiledOnce((db, { database }: { readonly database: string }) =>
  db
    .selectFrom('services')
    .select(['id', 'database_prefix'])
    .where(sql<SqlBool>`substr(${database}, 1, length(database_prefix)) = database_prefix`),
);

export function databaseOwners(db: Database): DatabaseOwners {
  const service = async (id: string) => (await findService(db, { id })).rows[0];
  const ownerOf = async (database: string) => {
    const { rows } = await findCandidates(db, { database });
    const [longest] = rows.sort((one, other) => other.database_prefix.length - one.database_prefix.length);
    return longest;
  };
  const isLinked = async (teamId: string, serviceId: string) => {
    const link = await db
      .selectFrom('team_services')
      .select('team_id')
      .where('team_id', '=', teamId)
      .where('service_id', '=', serviceId)
      .executeTakeFirst();
    return link !== undefined;
  };
  const prefixFor = async (tenantId: string, database: string) => {
    const own = await service(tenantId);
    const prefix = own?.database_prefix ?? '';
    const owner = await ownerOf(`${prefix}${database}`);
    if (owner === undefined) return undefined;
    const isAllowed = own === undefined ? await isLinked(tenantId, owner.id) : owner.id === tenantId;
    return isAllowed ? prefix : undefined;
  };
  return {
    async prefixOf(serviceId) {
      const found = await service(serviceId);
      if (found === undefined) throw new Error(`The service ${serviceId} does not exist.`);
      return found.database_prefix;
    },
    mayName: async (tenantId, database) => (await prefixFor(tenantId, database)) !== undefined,
    prefixFor,
  };
}
