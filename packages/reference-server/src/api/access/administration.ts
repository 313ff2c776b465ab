import { type KeyObject, randomUUID } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { Database } from '../../storage/database.ts';
import type { Schema } from '../../storage/schema.ts';
import { alone, inTransaction } from '../../storage/transaction.ts';
import { type Credentials, credentials } from './credentials.ts';
import { accessRepository } from './repository.ts';

/** An organization or a team. */
export interface Tenant {
  readonly id: string;
  readonly name: string;
  readonly createdAt: string;
}

export interface ServiceTenant extends Tenant {
  readonly organizationId: string;
  /** Precedes the names of its databases in the engine. */
  readonly databasePrefix: string;
}

/** The reach of an API key: one service of an organization, or all of them if `serviceId` is null. */
export interface KeyReach {
  readonly organizationId: string;
  readonly serviceId: string | null;
}

/** The reach of a token: a team, which is one tenant (D-61). */
export interface TokenReach {
  readonly teamId: string;
}

/** Manages tenants and credentials, for the operator of a server. */
export interface Administration {
  createOrganization(name: string): Promise<Tenant>;
  listOrganizations(): Promise<Tenant[]>;
  /**
   * The prefix is derived from the id by default.
   *
   * @throws Error with a message for the operator if the organization does not exist, or the prefix is not unambiguous.
   */
  createService(organizationId: string, name: string, databasePrefix?: string): Promise<ServiceTenant>;
  /** @throws Error with a message for the operator if the organization does not exist. */
  listServices(organizationId?: string): Promise<ServiceTenant[]>;
  /**
   * The sources of the team may name the databases of these services.
   *
   * @throws Error with a message for the operator if a service does not exist.
   */
  createTeam(name: string, serviceIds?: readonly string[]): Promise<Tenant>;
  listTeams(): Promise<Tenant[]>;
  readonly keys: Credentials<KeyReach>;
  readonly tokens: Credentials<TokenReach>;
}

type KeyColumns = Pick<Schema['api_keys'], 'organization_id' | 'service_id'>;
type TokenColumns = Pick<Schema['tokens'], 'team_id'>;

/** @param hashKey keys the hashes of credentials. */
export function administration(db: Database, hashKey: KeyObject): Administration {
  const [organizations, services, teams] = [
    accessRepository(db, 'organizations'),
    accessRepository(db, 'services'),
    accessRepository(db, 'teams'),
  ];
  return {
    async createOrganization(name) {
      const row = named(name);
      await organizations.insert(row);
      return tenantOf(row);
    },
    listOrganizations: async () => (await organizations.list()).map(tenantOf),
    async createService(organizationId, name, databasePrefix) {
      await requireOrganization(db, organizationId);
      const own = named(name);
      const prefix = databasePrefix ?? `s_${own.id.slice(0, 8)}__`;
      const row = { ...own, organization_id: organizationId, database_prefix: prefix };
      await alone(db, async (transaction) => {
        await requireFreePrefix(transaction, prefix);
        await accessRepository(transaction, 'services').insert(row);
      });
      return serviceTenantOf(row);
    },
    async listServices(organizationId) {
      if (organizationId !== undefined) await requireOrganization(db, organizationId);
      const rows = await services.list(
        organizationId === undefined ? {} : { organization_id: organizationId },
      );
      return rows.map(serviceTenantOf);
    },
    async createTeam(name, serviceIds = []) {
      const row = named(name);
      await inTransaction(db, async (transaction) => {
        await accessRepository(transaction, 'teams').insert(row);
        for (const serviceId of new Set(serviceIds)) {
          await requireService(transaction, serviceId);
          const link = { team_id: row.id, service_id: serviceId };
          await transaction.insertInto('team_services').values(link).execute();
        }
      });
      return tenantOf(row);
    },
    listTeams: async () => (await teams.list()).map(tenantOf),
    keys: credentials<KeyColumns, KeyReach>(db, hashKey, {
      rows: (on) => accessRepository(on, 'api_keys'),
      noun: 'API key',
      listedBy: 'penstock keys list',
      newId: randomUUID,
      toColumns: ({ organizationId, serviceId }) => ({
        organization_id: organizationId,
        service_id: serviceId,
      }),
      reachOf: (row) => ({ organizationId: row.organization_id, serviceId: row.service_id }),
      requireReach: requireKeyReach,
    }),
    tokens: credentials<TokenColumns, TokenReach>(db, hashKey, {
      rows: (on) => accessRepository(on, 'tokens'),
      noun: 'token',
      listedBy: 'penstock tokens list',
      newId: () => randomUUID().replaceAll('-', ''),
      toColumns: ({ teamId }) => ({ team_id: teamId }),
      reachOf: (row) => ({ teamId: row.team_id }),
      requireReach: requireTeam,
    }),
  };
}

function named(name: string) {
  return { id: randomUUID() as string, name, created_at: new Date().toISOString() };
}

function tenantOf(row: { id: string; name: string; created_at: string }): Tenant {
  return { id: row.id, name: row.name, createdAt: row.created_at };
}

function serviceTenantOf(row: Selectable<Schema['services']>): ServiceTenant {
  return { ...tenantOf(row), organizationId: row.organization_id, databasePrefix: row.database_prefix };
}

/** If one prefix were the beginning of another one, both services could own the same database. */
async function requireFreePrefix(db: Database, prefix: string): Promise<void> {
  const taken = (await accessRepository(db, 'services').list())
    .map((service) => service.database_prefix)
    .find((other) => other === prefix || (other !== '' && overlap(prefix, other)));
  if (taken === undefined) return;
  throw new Error(
    `The database prefix ${prefix} is too similar to ${taken}, which another service has. Choose one that is not the beginning of another one: penstock services list`,
  );
}

function overlap(one: string, other: string): boolean {
  return one !== '' && (one.startsWith(other) || other.startsWith(one));
}

async function requireService(db: Database, id: string): Promise<void> {
  if ((await accessRepository(db, 'services').find(id)) !== undefined) return;
  throw new Error(`The service ${id} does not exist. List the services: penstock services list`);
}

async function requireOrganization(db: Database, id: string): Promise<void> {
  if ((await accessRepository(db, 'organizations').find(id)) !== undefined) return;
  throw new Error(
    `The organization ${id} does not exist. List the organizations: penstock organizations list`,
  );
}

async function requireKeyReach(db: Database, { organizationId, serviceId }: KeyReach): Promise<void> {
  await requireOrganization(db, organizationId);
  if (serviceId === null) return;
  const service = await accessRepository(db, 'services').find(serviceId);
  if (service?.organization_id === organizationId) return;
  throw new Error(
    `The organization ${organizationId} has no service ${serviceId}. List its services: penstock services list --organization ${organizationId}`,
  );
}

async function requireTeam(db: Database, { teamId }: TokenReach): Promise<void> {
  if ((await accessRepository(db, 'teams').find(teamId)) !== undefined) return;
  throw new Error(`The team ${teamId} does not exist. List the teams: penstock teams list`);
}
