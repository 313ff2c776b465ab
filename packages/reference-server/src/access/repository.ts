import type { Insertable } from 'kysely';
import type { Database } from '../storage/database.ts';
import type { Schema } from '../storage/schema.ts';

/** The queries of credentials and of what they give access to. */
export interface AccessRepository {
  findApiKey(id: string): Promise<Schema['api_keys'] | undefined>;
  findToken(id: string): Promise<Schema['tokens'] | undefined>;
  serviceExists(organizationId: string, serviceId: string): Promise<boolean>;
  hasOrganization(): Promise<boolean>;
  insertOrganization(row: Insertable<Schema['organizations']>): Promise<void>;
  insertService(row: Insertable<Schema['services']>): Promise<void>;
  insertTeam(row: Insertable<Schema['teams']>): Promise<void>;
  insertApiKey(row: Insertable<Schema['api_keys']>): Promise<void>;
  insertToken(row: Insertable<Schema['tokens']>): Promise<void>;
}

export function accessRepository(db: Database): AccessRepository {
  const insert = async <Table extends 'organizations' | 'services' | 'teams' | 'api_keys' | 'tokens'>(
    table: Table,
    row: Insertable<Schema[Table]>,
  ) => {
    await db.insertInto(table).values(row).execute();
  };
  return {
    findApiKey: (id) => db.selectFrom('api_keys').selectAll().where('id', '=', id).executeTakeFirst(),
    findToken: (id) => db.selectFrom('tokens').selectAll().where('id', '=', id).executeTakeFirst(),
    serviceExists: async (organizationId, serviceId) => {
      const found = await db
        .selectFrom('services')
        .select('id')
        .where('id', '=', serviceId)
        .where('organization_id', '=', organizationId)
        .executeTakeFirst();
      return found !== undefined;
    },
    hasOrganization: async () =>
      (await db.selectFrom('organizations').select('id').limit(1).executeTakeFirst()) !== undefined,
    insertOrganization: (row) => insert('organizations', row),
    insertService: (row) => insert('services', row),
    insertTeam: (row) => insert('teams', row),
    insertApiKey: (row) => insert('api_keys', row),
    insertToken: (row) => insert('tokens', row),
  };
}
