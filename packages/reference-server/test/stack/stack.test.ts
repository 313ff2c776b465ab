import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestServer, type TestServer } from '../../src/api/testing/test-server.ts';
import { requestExample } from '../support/examples.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.stop());

describe('alerts', () => {
  test.each(['tile', 'search'])(
    'a %s alert is the same on both surfaces, but for envelope and tenant',
    async (kind) => {
      const managed = await server.v1({
        path: '/stack/alerts',
        body: requestExample('createStackAlert', kind),
      });
      const team = await server.v2({ path: '/alerts', body: requestExample('createAlert', kind) });
      expect(Object.keys(managed.body)).toEqual(['status', 'requestId', 'result']);
      expect(Object.keys(team.body)).toEqual(['data']);
      expect(managed.body.result.team).toBe(server.credentials.management.serviceId);
      expect(team.body.data.team).toBe(server.credentials.observability.team);
      const shared = ({ id, team: _team, createdAt, updatedAt, ...alert }: Record<string, unknown>) => alert;
      expect(shared(managed.body.result)).toEqual(shared(team.body.data));
    },
  );

  test('a new alert is inactive, and references have both names', async () => {
    const body = requestExample('createAlert', 'tile');
    const { data } = (await server.v2({ path: '/alerts', body })).body;
    expect(data).toMatchObject({ ...body, state: 'inactive', silenced: false, dashboard: body.dashboardId });
    expect(data).not.toHaveProperty('lastEvaluation');
    const read = await server.v2({ path: `/alerts/${data.id}` });
    expect(read.body.data).toEqual(data);
    expect(read.headers.get('etag')).toMatch(/^".+"$/);
  });

  test('later alerts have greater ids', async () => {
    const ids = [];
    for (let count = 0; count < 5; count += 1) {
      ids.push(
        (await server.v2({ path: '/alerts', body: requestExample('createAlert', 'tile') })).body.data.id,
      );
    }
    expect(ids).toEqual([...ids].sort());
  });

  test.each(['1m', '31d', '744h', '44640m'])('the interval %s is taken', async (interval) => {
    const body = { ...requestExample('createAlert', 'tile'), interval };
    expect((await server.v2({ path: '/alerts', body })).body.data.interval).toBe(interval);
  });
});

describe('dashboards', () => {
  test('the dashboard of the contract exists, and belongs to the service', async () => {
    const { body } = await server.v1({ path: '/stack/dashboards' });
    expect(body).toMatchObject({ status: 200, nextCursor: null });
    expect(body.result).toEqual([
      expect.objectContaining({ name: 'Checkout', team: server.credentials.management.serviceId }),
    ]);
  });

  test('a page whose items have gone meanwhile is empty', async () => {
    const other = { name: 'Other' };
    const { id } = (await server.v1({ path: '/stack/dashboards', body: other })).body.result;
    const { nextCursor } = (await server.v1({ path: '/stack/dashboards?limit=1' })).body;
    await server.v1({ method: 'DELETE', path: `/stack/dashboards/${id}` });
    const { body } = await server.v1({ path: `/stack/dashboards?cursor=${nextCursor}` });
    expect(body).toMatchObject({ result: [], nextCursor: null });
  });

  test('the cursor of another list, and the one of another tenant: 400', async () => {
    const { nextCursor } = (await server.v1({ path: '/stack/sources?limit=1' })).body;
    expect(nextCursor).toMatch(/^[\w-]+\.[\w-]+$/);
    const elsewhere = [
      await server.v1({ path: `/stack/dashboards?cursor=${nextCursor}` }),
      await server.v2({ path: `/sources?cursor=${nextCursor}` }),
    ];
    for (const { status, body } of elsewhere) expect([status, body.code]).toEqual([400, 'invalid_cursor']);
  });

  test.each([
    'nonsense!',
    'YQ==',
    'enp6',
    'enp6.AAAAAAAAAAAA',
    Buffer.from("' or 1=1").toString('base64url'),
  ])('the cursor %j: 400', async (cursor) => {
    const { status, body } = await server.v1({
      path: `/stack/dashboards?cursor=${encodeURIComponent(cursor)}`,
    });
    expect([status, body.code]).toEqual([400, 'invalid_cursor']);
  });

  test.each(['0', '1001', '1.5', 'ten', ''])('the limit %j: 400', async (limit) => {
    const { status, body } = await server.v1({ path: `/stack/dashboards?limit=${limit}` });
    expect([status, body.errors[0].parameter]).toEqual([400, 'limit']);
  });
});
