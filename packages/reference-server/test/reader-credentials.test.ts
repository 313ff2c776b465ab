import { afterAll, beforeAll, expect, test } from 'vitest';
import { formatToken } from '../src/access/token.ts';
import { createApiServer } from '../src/server.ts';
import { dumpDatabase } from './database-dump.ts';
import { callOf, makePathValues, OPERATIONS, type PathValues } from './owned-operations.ts';
import { basic, openServer, type StartedServer } from './started-server.ts';

let server: StartedServer;
let readers: Record<'management' | 'observability', string>;
beforeAll(async () => {
  // Without a worker, whatever changes was changed by a request.
  server = await openServer({ create: createApiServer });
  const { administration, credentials } = server;
  const { organizationId } = credentials.management;
  const key = await administration.keys.create({ organizationId, serviceId: null }, 'reader');
  const token = await administration.tokens.create({ teamId: credentials.observability.team }, 'reader');
  readers = {
    management: basic(key.id, key.secret),
    observability: `Bearer ${formatToken(token.id, token.secret)}`,
  };
});
afterAll(() => server.stop());

test.each(OPERATIONS)('$id: a reader may read and nothing else (D-60)', async (operation) => {
  const { management, observability } = server.credentials;
  const { organizationId, serviceId } = management;
  const tenant: PathValues = operation.surface === 'management' ? { organizationId, serviceId } : {};
  const admins = {
    management: basic(management.keyId, management.keySecret),
    observability: `Bearer ${observability.token}`,
  };
  const values = await makePathValues(server, operation, tenant, admins[operation.surface]);
  const before = await dumpDatabase({ PENSTOCK_DATA: server.dataFolder });
  const { status, body } = await server.call(callOf(operation, values, readers[operation.surface]));
  if (operation.method === 'get') expect(status).toBe(200);
  else expect({ status, code: body.code }).toEqual({ status: 403, code: 'forbidden' });
  expect(await dumpDatabase({ PENSTOCK_DATA: server.dataFolder })).toEqual(before);
});
