import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApiServer } from '../../../src/api/server.ts';
import { type Authorizations, adminsOf, makeReaders } from '../../../src/api/testing/credentials.ts';
import {
  makePathValues,
  OPERATIONS,
  type PathValues,
  requestOf,
} from '../../../src/api/testing/path-values.ts';
import { openTestServer, type TestServer } from '../../../src/api/testing/test-server.ts';
import { type DatabaseDump, openDatabaseDump } from '../../support/database-dump.ts';

let server: TestServer;
let database: DatabaseDump;
let readers: Authorizations;
beforeAll(async () => {
  // Without a worker, whatever changes was changed by a request.
  server = await openTestServer({ create: createApiServer });
  readers = await makeReaders(server);
  database = await openDatabaseDump({ PENSTOCK_DATA: server.dataFolder });
});
afterAll(async () => {
  await database.close();
  await server.stop();
});

test.each(OPERATIONS)('$id: a reader may read and nothing else (D-60)', async (operation) => {
  const { organizationId, serviceId } = server.credentials.management;
  const tenant: PathValues = operation.surface === 'management' ? { organizationId, serviceId } : {};
  const values = await makePathValues(server, operation, tenant, adminsOf(server)[operation.surface]);
  const before = await database.read();
  const { status, body } = await server.call(requestOf(operation, values, readers[operation.surface]));
  // A server may leave out operations that declare a 501.
  const successes = operation.statuses.filter((each) => each === 200 || each === 501);
  if (operation.idempotency === 'safe') expect(successes).toContain(status);
  else expect({ status, code: body.code }).toEqual({ status: 403, code: 'forbidden' });
  expect(await database.read()).toEqual(before);
});
