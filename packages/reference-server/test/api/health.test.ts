import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestServer, type TestServer } from '../../src/api/testing/test-server.ts';
import { startServer } from '../support/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.stop());

test('a process that is well is alive and ready', async () => {
  for (const path of ['/livez', '/readyz'])
    expect(await server.call({ path })).toMatchObject({ status: 200, body: { status: 'ok' } });
});

test('a process that drains is alive and not ready', async () => {
  const server = await startServer();
  server.beginDrain();
  expect(await server.call({ path: '/readyz' })).toMatchObject({
    status: 503,
    body: { status: 'unavailable', reason: 'draining' },
  });
  expect((await server.call({ path: '/livez' })).status).toBe(200);
});

test('a process whose tables were taken further by a newer version is not ready', async () => {
  const database = new DatabaseSync(join(server.dataFolder, 'penstock.db'));
  database.exec("insert into kysely_migration values ('9999-from-the-future', '2099-01-01T00:00:00.000Z')");
  const response = await server.call({ path: '/readyz' });
  database.exec("delete from kysely_migration where name = '9999-from-the-future'");
  database.close();
  expect(response).toMatchObject({ status: 503, body: { status: 'unavailable', reason: 'migrations' } });
});

test('a process without its tables is not ready, and is again when they are back', async () => {
  const database = new DatabaseSync(join(server.dataFolder, 'penstock.db'));
  database.exec('alter table kysely_migration rename to elsewhere');
  const response = await server.call({ path: '/readyz' });
  database.exec('alter table elsewhere rename to kysely_migration');
  database.close();
  expect(response).toMatchObject({ status: 503, body: { reason: 'migrations' } });
  expect((await server.call({ path: '/readyz' })).status).toBe(200);
});
