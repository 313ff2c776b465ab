import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestServer, type TestServer } from '../../src/api/testing/test-server.ts';

let server: TestServer;
let id: string;
beforeAll(async () => {
  server = await openTestServer();
  const created = await server.v2({ path: '/dashboards', body: { name: 'Versioned' } });
  id = created.body.data.id;
  expect(created.headers.get('etag')).toBe('"1"');
});
afterAll(() => server.stop());

/** A change without effect keeps the version, so every case starts from version 1. */
const change = (ifMatch: string) =>
  server.v2({
    method: 'PUT',
    path: `/dashboards/${id}`,
    body: { name: 'Versioned' },
    headers: { 'if-match': ifMatch },
  });

test.each(['"1"', '*', ' * ', '"0", "1"', '"0","1"', 'W/"1", "1"', '"a,b", "1"'])(
  'If-Match: %s matches "1"',
  async (ifMatch) => {
    expect((await change(ifMatch)).status).toBe(200);
  },
);

test.each(['"01"', '"1.0"', '"+1"', '"1 "', 'W/"1"', '1', '"2"', '"1', '"1,2"', '"*"', '"0", "01"', 'w/"1"'])(
  'If-Match: %s does not match "1"',
  async (ifMatch) => {
    const { status, body } = await change(ifMatch);
    expect([status, body.code]).toEqual([412, 'precondition_failed']);
  },
);
