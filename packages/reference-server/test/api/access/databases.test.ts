import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { formatToken } from '../../../src/api/access/token.ts';
import { readConfiguration } from '../../../src/api/configuration.ts';
import { basic } from '../../../src/api/testing/credentials.ts';
import { openTestServer, type TestServer } from '../../../src/api/testing/test-server.ts';
import { databaseOwners } from '../../../src/storage/database-owners.ts';
import { openStorage } from '../../../src/storage/storage.ts';
import { runCommand } from '../../support/command.ts';
import { requestExample } from '../../support/examples.ts';

// Services share the engine: each has databases of its own.
let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.stop());

const penstock = (...args: string[]) =>
  runCommand(args, { PENSTOCK_DATA: server.dataFolder, PENSTOCK_LOG_LEVEL: 'silent' });
const organization = () => server.credentials.management.organizationId;
const createService = async (...args: string[]) => {
  const all = ['services', 'create', '--organization', organization(), '--name', 'Second', ...args];
  const { stdout, stderr } = await penstock(...all, '--json');
  return stderr === '' ? JSON.parse(stdout) : stderr;
};

/** A call as a new team that is linked to these services. */
async function asTeam(serviceIds: readonly string[]) {
  const { administration } = server;
  const team = await administration.createTeam('Team', serviceIds);
  const { id, secret } = await administration.tokens.create({ teamId: team.id }, 'admin');
  const headers = { authorization: `Bearer ${formatToken(id, secret)}` };
  return (body: unknown, path = '/sources', method?: string) =>
    server.call({ path: `/api/v2${path}`, body, headers, ...(method !== undefined && { method }) });
}

async function asService(serviceId: string) {
  const organizationId = organization();
  const key = await server.administration.keys.create({ organizationId, serviceId }, 'admin');
  const headers = { authorization: basic(key.id, key.secret) };
  const prefix = `/v1/organizations/${organizationId}/services/${serviceId}`;
  return (path: string, body: unknown) => server.call({ path: `${prefix}${path}`, body, headers });
}

const source = (databaseName: string) => {
  const body = requestExample('createSource', 'trace');
  return { ...body, from: { ...body.from, databaseName } };
};
const REJECTED = [expect.objectContaining({ pointer: '/from/databaseName', code: 'reference_not_found' })];

describe('the database prefix of a service', () => {
  test('is derived from its id, and the first service has none', async () => {
    const service = await createService();
    expect(service.databasePrefix).toBe(`s_${service.id.slice(0, 8)}__`);
    const { stdout } = await penstock('services', 'list');
    expect(stdout).toMatch(/DATABASE PREFIX/);
    expect(stdout).toMatch(/First service +\S+ +none/);
    const { db, close } = await openStorage(
      readConfiguration({ PENSTOCK_DATA: server.dataFolder }),
      pino({ level: 'silent' }),
    );
    const owners = databaseOwners(db);
    expect(await owners.prefixOf(service.id)).toBe(service.databasePrefix);
    expect(await owners.prefixOf(server.credentials.management.serviceId)).toBe('');
    await close();
  });

  test('can be chosen, but not so that two services could own the same database', async () => {
    expect(await createService('--database-prefix', 'acme_')).toMatchObject({ databasePrefix: 'acme_' });
    for (const prefix of ['acme_', 'acme_two_', 'ac'])
      expect(await createService('--database-prefix', prefix)).toContain('is too similar to acme_');
    for (const prefix of ['', 'Upper', '1st', 'a-b', 'x'.repeat(65)])
      expect(await createService('--database-prefix', prefix)).toContain('lower-case letters');
  });
});

describe('a source', () => {
  test('of a team may name the databases of the services that the team is linked to', async () => {
    const service = await server.administration.createService(organization(), 'Third', 'third_');
    const linked = await asTeam([service.id]);
    const created = await linked(source('third_default'));
    expect(created.status).toBe(200);
    for (const database of ['default', 'thirdish', 's_x__default']) {
      const { status, body } = await linked(source(database));
      expect([status, body.errors]).toEqual([400, REJECTED]);
    }
    const moved = await linked(source('default'), `/sources/${created.body.data.id}`, 'PUT');
    expect([moved.status, moved.body.errors]).toEqual([400, REJECTED]);
    const first = await asTeam([server.credentials.management.serviceId]);
    expect((await first(source('default'))).status).toBe(200);
    expect((await first(source('third_default'))).body.errors).toEqual(REJECTED);
    const none = await asTeam([]);
    expect((await none(source('default'))).body.errors).toEqual(REJECTED);
  });

  test('of a service names the databases of that service, without its prefix', async () => {
    const service = await server.administration.createService(organization(), 'Fourth', 'fourth_');
    const call = await asService(service.id);
    expect((await call('/stack/sources', source('default'))).status).toBe(200);
    const rejected = await server.v1({ path: '/stack/sources', body: source('fourth_default') });
    expect([rejected.status, rejected.body.errors]).toEqual([400, REJECTED]);
  });
});

test('a pipe of the first service cannot write to the databases of another one', async () => {
  await server.administration.createService(organization(), 'Fifth', 'fifth_');
  const body = requestExample('createPipe', 'kafka');
  const into = (database: string) => ({ ...body, destination: { ...body.destination, database } });
  const rejected = await server.v1({ path: '/pipes', body: into('fifth_default') });
  expect([rejected.status, rejected.body.errors]).toEqual([
    400,
    [expect.objectContaining({ pointer: '/destination/database', code: 'reference_not_found' })],
  ]);
  expect((await server.v1({ path: '/pipes', body: into('own') })).status).toBe(200);
});

test('a team is linked by the command line, and only to services that exist', async () => {
  const { stdout } = await penstock(
    ...['teams', 'create', '--name', 'Linked', '--json'],
    ...['--service', server.credentials.management.serviceId.toUpperCase()],
  );
  expect(JSON.parse(stdout)).toMatchObject({ name: 'Linked' });
  const before = (await server.administration.listTeams()).length;
  const { code, stderr } = await penstock('teams', 'create', '--name', 'Lost', '--service', 'nowhere');
  expect([code, stderr]).toEqual([
    1,
    'The service nowhere does not exist. List the services: penstock services list\n',
  ]);
  expect(await server.administration.listTeams()).toHaveLength(before);
});
