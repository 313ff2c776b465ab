import { type KeyObject, randomUUID } from 'node:crypto';
import type { Database } from '../../storage/database.ts';
import type { Schema } from '../../storage/schema.ts';
import { type Credentials, credentials } from './credentials.ts';
import { accessRepository } from './repository.ts';

/** An organization or a team. */
interface Tenant {
  readonly id: string;
  readonly name: string;
  readonly createdAt: string;
}

export interface ServiceTenant extends Tenant {
  readonly organizationId: string;
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
  /** @throws Error with a message for the operator if the organization does not exist. */
  createService(organizationId: string, name: string): Promise<ServiceTenant>;
  /** @throws Error with a message for the operator if the organization does not exist. */
  listServices(organizationId?: string): Promise<ServiceTenant[]>;
  createTeam(name: string): Promise<Tenant>;
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
    async createService(organizationId, name) {
      await requireOrganization(db, organizationId);
      const row = { ...named(name), organization_id: organizationId };
      await services.insert(row);
      return { ...tenantOf(row), organizationId };
    },
    async listServices(organizationId) {
      if (organizationId !== undefined) await requireOrganization(db, organizationId);
      const rows = await services.list(
        organizationId === undefined ? {} : { organization_id: organizationId },
      );
      return rows.map((row) => ({ ...tenantOf(row), organizationId: row.organization_id }));
    },
    async createTeam(name) {
      const row = named(name);
      await teams.insert(row);
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
