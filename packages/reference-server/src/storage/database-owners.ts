import { compiledReads } from './compiled-query.ts';
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

const findService = compiledReads((db, { id }: { readonly id: string }) =>
  db.selectFrom('services').select('database_prefix').where('id', '=', id),
);

/** One step in the index of the prefixes, however many services there are. */
const findLast = compiledReads((db, { name }: { readonly name: string }) =>
  db
    .selectFrom('services')
    .select(['id', 'database_prefix'])
    .where('database_prefix', '<=', name)
    .orderBy('database_prefix', 'desc')
    .limit(1),
);

export function databaseOwners(db: Database): DatabaseOwners {
  const service = async (id: string) => (await findService(db, { id }))[0];
  /**
   * The last prefix up to a name begins with every prefix of the name. If it is none itself, the prefixes of the name are those of what
   * both begin with.
   */
  const ownerOf = async (database: string) => {
    for (let name = database; ; ) {
      const [last] = await findLast(db, { name });
      if (last === undefined || name.startsWith(last.database_prefix)) return last;
      name = commonStart(name, last.database_prefix);
    }
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

function commonStart(one: string, other: string): string {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return one.slice(0, length);
}
