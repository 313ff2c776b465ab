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

/** What an API key opens: one service of an organization, or all of them if that is null. */
export interface KeyReach {
  readonly organizationId: string;
  readonly serviceId: string | null;
}

/** What a token opens. One team is one tenant (D-61). */
export interface TokenReach {
  readonly teamId: string;
}

/** What the operator of a server decides: which tenants there are, and who may come in. */
export interface Administration {
  createOrganization(name: string): Promise<Tenant>;
  listOrganizations(): Promise<Tenant[]>;
  /** @throws Error with a sentence if there is no such organization. */
  createService(organizationId: string, name: string): Promise<ServiceTenant>;
  /** @throws Error with a sentence if there is no such organization. */
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
      return shown(row);
    },
    listOrganizations: async () => (await organizations.list()).map(shown),
    async createService(organizationId, name) {
      await requireOrganization(db, organizationId);
      const row = { ...named(name), organization_id: organizationId };
      await services.insert(row);
      return { ...shown(row), organizationId };
    },
    async listServices(organizationId) {
      if (organizationId !== undefined) await requireOrganization(db, organizationId);
      const rows = await services.list(
        organizationId === undefined ? {} : { organization_id: organizationId },
      );
      return rows.map((row) => ({ ...shown(row), organizationId: row.organization_id }));
    },
    async createTeam(name) {
      const row = named(name);
      await teams.insert(row);
      return shown(row);
    },
    listTeams: async () => (await teams.list()).map(shown),
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

function shown(row: { id: string; name: string; created_at: string }): Tenant {
  return { id: row.id, name: row.name, createdAt: row.created_at };
}

async function requireOrganization(db: Database, id: string): Promise<void> {
  if ((await accessRepository(db, 'organizations').find(id)) !== undefined) return;
  throw new Error(`There is no organization ${id}. See which there are: penstock organizations list`);
}

async function requireKeyReach(db: Database, { organizationId, serviceId }: KeyReach): Promise<void> {
  await requireOrganization(db, organizationId);
  if (serviceId === null) return;
  const service = await accessRepository(db, 'services').find(serviceId);
  if (service?.organization_id === organizationId) return;
  throw new Error(
    `The organization ${organizationId} has no service ${serviceId}. See which there are: penstock services list --organization ${organizationId}`,
  );
}

async function requireTeam(db: Database, { teamId }: TokenReach): Promise<void> {
  if ((await accessRepository(db, 'teams').find(teamId)) !== undefined) return;
  throw new Error(`There is no team ${teamId}. See which there are: penstock teams list`);
}
