import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApiServer } from '../src/api/server.ts';
import { type Authorizations, adminsOf, makeReaders } from './authorizations.ts';
import { dumpDatabase } from './database-dump.ts';
import { callOf, makePathValues, OPERATIONS, type PathValues } from './owned-operations.ts';
import { openServer, type StartedServer } from './started-server.ts';

let server: StartedServer;
let readers: Authorizations;
beforeAll(async () => {
  // Without a worker, whatever changes was changed by a request.
  server = await openServer({ create: createApiServer });
  readers = await makeReaders(server);
});
afterAll(() => server.stop());

test.each(OPERATIONS)('$id: a reader may read and nothing else (D-60)', async (operation) => {
  const { organizationId, serviceId } = server.credentials.management;
  const tenant: PathValues = operation.surface === 'management' ? { organizationId, serviceId } : {};
  const values = await makePathValues(server, operation, tenant, adminsOf(server)[operation.surface]);
  const before = await dumpDatabase({ PENSTOCK_DATA: server.dataFolder });
  const { status, body } = await server.call(callOf(operation, values, readers[operation.surface]));
  if (operation.method === 'get') expect(status).toBe(200);
  else expect({ status, code: body.code }).toEqual({ status: 403, code: 'forbidden' });
  expect(await dumpDatabase({ PENSTOCK_DATA: server.dataFolder })).toEqual(before);
});
