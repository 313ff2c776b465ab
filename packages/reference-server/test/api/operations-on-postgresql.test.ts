import { openPostgres, type PostgresServer } from '@penstock/postgresql/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { examine } from '../../src/cli/doctor/examination.ts';
import { startServer } from '../support/test-server.ts';

let postgres: PostgresServer;
beforeAll(async () => {
  postgres = await openPostgres();
});
afterAll(() => postgres?.close());

test('monitoring reports that PostgreSQL is available, unavailable, and available again', async () => {
  const environment = { DATABASE_URL: await postgres.createDatabase() };
  const before = await examine({ ...environment, PENSTOCK_PORT: '0', PENSTOCK_DATA: '/nowhere/to/be/found' });
  expect(before.find(({ check }) => check === 'schema')?.found).toMatch(/no tables yet/);

  const server = await startServer({ environment });
  const diagnose = () => examine({ ...environment, PENSTOCK_PORT: '0', PENSTOCK_DATA: server.dataFolder });
  const ready = async () => (await server.call({ path: '/readyz' })).status;
  const metrics = async () => (await server.call({ path: '/metrics' })).body as string;
  await server.v1({ path: '/pipes' });
  expect(await ready()).toBe(200);
  expect(await metrics()).toMatch(/penstock_database_pool_connections\{state="idle"\} [1-9]/);
  expect(await metrics()).toMatch(/^penstock_reconciler_lag_seconds 0$/m);
  expect((await diagnose()).map(({ check, ok }) => [check, ok])).toEqual(
    ['configuration', 'data folder', 'disk', 'port', 'database', 'schema', 'clock', 'keys', 'engine'].map(
      (check) => [check, true],
    ),
  );

  await postgres.stop();
  expect(await server.call({ path: '/readyz' })).toMatchObject({ status: 503, body: { reason: 'database' } });
  expect(await metrics()).toContain('penstock_http_requests_total{operation="listPipes",status="200"} 1');
  expect((await diagnose()).filter(({ ok }) => !ok)).toMatchObject([{ check: 'database' }]);

  await postgres.start();
  await expect.poll(ready).toBe(200);
});
