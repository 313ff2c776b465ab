import { expect, test } from 'vitest';
import { createApiServer } from '../../../src/api/server.ts';
import { basic } from '../../../src/api/testing/credentials.ts';
import type { TestServer } from '../../../src/api/testing/test-server.ts';
import { describeOnBoth } from '../../support/databases.ts';
import { startServer } from '../../support/test-server.ts';

describeOnBoth('the rate limit', (databases) => {
  test('is one for all processes of a PostgreSQL and for each process of a file, and per credential', async () => {
    const given = await databases.environment();
    const shared = 'DATABASE_URL' in given;
    const environment = { ...given, PENSTOCK_RATE_LIMIT: '4', PENSTOCK_RATE_WINDOW_SECONDS: '3600' };
    const first = await startServer({ environment, create: createApiServer });
    const second = await startServer({
      environment: { ...environment, PENSTOCK_DATA: first.dataFolder },
      create: createApiServer,
    });
    const statuses: number[] = [];
    for (const server of [first, second, first, second, first, second, first, second])
      statuses.push((await list(server, first)).status);
    const passed = shared ? 4 : 8;
    expect(statuses).toEqual([...Array(passed).fill(200), ...Array(8 - passed).fill(429)]);

    const rejected = await list(second, first);
    expect(rejected.status).toBe(429);
    expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(3000);
    expect(rejected.headers.get('ratelimit')).toMatch(/^"default"; r=0; t=3[56]\d\d$/);
    expect((await second.v2({ path: '/sources' })).status).toBe(200);
  });
});

/** A call of one server with the first key of the other. */
function list(server: TestServer, { credentials }: TestServer) {
  const { organizationId, serviceId, keyId, keySecret } = credentials.management;
  const path = `/v1/organizations/${organizationId}/services/${serviceId}/pipes`;
  return server.call({ path, headers: { authorization: basic(keyId, keySecret) } });
}
