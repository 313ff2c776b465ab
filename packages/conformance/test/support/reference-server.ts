import { formatToken, openTestServer, type TestServer } from '@penstock/reference-server/testing';
import { vi } from 'vitest';

// Runs of the kit take minutes on a busy machine. Every test waits for an event, so the limit decides nothing.
vi.setConfig({ testTimeout: 1_800_000, hookTimeout: 1_800_000 });

/** A reference server with two tenants, and the environment that the kit needs to check it. */
export interface CheckedServer {
  readonly url: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly started: TestServer;
  stop(): Promise<void>;
}

/** Starts it on a free port with an empty data folder. Hosts of webhooks are not looked up. */
export async function openCheckedServer(environment: Record<string, string> = {}): Promise<CheckedServer> {
  const started = await openTestServer({
    environment,
    replacements: { resolveHost: async () => ['93.184.215.14'] },
  });
  return {
    url: started.url,
    environment: await credentialsOf(started),
    started,
    stop: started.stop,
  };
}

async function credentialsOf({ administration, credentials }: TestServer) {
  const { management, observability } = credentials;
  const { organizationId } = management;
  const reader = await administration.keys.create({ organizationId, serviceId: null }, 'reader');
  const readerToken = await administration.tokens.create({ teamId: observability.team }, 'reader');
  const organization = await administration.createOrganization('Strangers');
  const service = await administration.createService(organization.id, 'Theirs');
  const team = await administration.createTeam('Strangers');
  const key = await administration.keys.create({ organizationId: organization.id, serviceId: null }, 'admin');
  const token = await administration.tokens.create({ teamId: team.id }, 'admin');
  return {
    PENSTOCK_KEY_ID: management.keyId,
    PENSTOCK_KEY_SECRET: management.keySecret,
    PENSTOCK_ORGANIZATION_ID: organizationId,
    PENSTOCK_SERVICE_ID: management.serviceId,
    PENSTOCK_TOKEN: observability.token,
    PENSTOCK_READER_KEY_ID: reader.id,
    PENSTOCK_READER_KEY_SECRET: reader.secret,
    PENSTOCK_READER_TOKEN: formatToken(readerToken.id, readerToken.secret),
    PENSTOCK_STRANGER_KEY_ID: key.id,
    PENSTOCK_STRANGER_KEY_SECRET: key.secret,
    PENSTOCK_STRANGER_ORGANIZATION_ID: organization.id,
    PENSTOCK_STRANGER_SERVICE_ID: service.id,
    PENSTOCK_STRANGER_TOKEN: formatToken(token.id, token.secret),
  };
}
