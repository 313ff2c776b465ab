import type { OperationId } from '@penstock/contract';
import { requestExamples } from '@penstock/contract/examples';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { formatToken } from '../../src/api/access/token.ts';
import { createApiServer } from '../../src/api/server.ts';
import { basic } from '../../src/api/testing/credentials.ts';
import {
  contentOf,
  makePathValues,
  OPERATIONS,
  type PathValues,
  requestOf,
} from '../../src/api/testing/path-values.ts';
import { openTestServer, type TestServer } from '../../src/api/testing/test-server.ts';
import { type DatabaseDump, openDatabaseDump } from '../support/database-dump.ts';
import { describeOnBoth } from '../support/databases.ts';

// An owner of resources, and intruders that have all of their ids.
let server: TestServer;
let database: DatabaseDump;

/** An intruder: a credential, and the part of the path that belongs to it. */
interface Intrusion {
  readonly as: string;
  readonly authorization: string;
  readonly own: PathValues;
}

const isItem = ({ pathParameters }: { readonly pathParameters: readonly string[] }) =>
  pathParameters.some((name) => !['organizationId', 'serviceId'].includes(name));

/** Whether a server may leave out the operation. */
const isOptional = ({ statuses }: { readonly statuses: readonly number[] }) => statuses.includes(501);

function owner(surface: 'management' | 'observability') {
  const { management, observability } = server.credentials;
  return surface === 'management'
    ? {
        tenant: { organizationId: management.organizationId, serviceId: management.serviceId } as PathValues,
        authorization: basic(management.keyId, management.keySecret),
      }
    : { tenant: {} as PathValues, authorization: `Bearer ${observability.token}` };
}

async function intrusions(surface: 'management' | 'observability'): Promise<Intrusion[]> {
  const { administration, credentials } = server;
  if (surface === 'observability')
    return [{ as: 'the token of another team', ...(await anotherTeam()), own: {} }];
  const { organizationId } = credentials.management;
  const other = await anotherOrganization();
  const sibling = await administration.createService(organizationId, 'Sibling');
  const confined = await administration.keys.create({ organizationId, serviceId: sibling.id }, 'admin');
  const siblingKey = basic(confined.id, confined.secret);
  const { authorization, own } = other;
  return [
    { as: 'the key of another organization', authorization, own: {} },
    {
      as: 'that key, below its own organization',
      authorization,
      own: { organizationId: own.organizationId ?? '' },
    },
    { as: 'that key, below its own service', authorization, own },
    { as: 'the key of another service', authorization: siblingKey, own: {} },
    { as: 'that key, below its own service', authorization: siblingKey, own: { serviceId: sibling.id } },
  ];
}

async function anotherOrganization() {
  const { administration } = server;
  const { id: organizationId } = await administration.createOrganization('Other');
  const { id: serviceId } = await administration.createService(organizationId, 'Other');
  const { id, secret } = await administration.keys.create({ organizationId, serviceId: null }, 'admin');
  return { authorization: basic(id, secret), own: { organizationId, serviceId } as PathValues };
}

async function anotherTeam() {
  const { id: teamId } = await server.administration.createTeam('Other');
  const { id, secret } = await server.administration.tokens.create({ teamId }, 'admin');
  return { authorization: `Bearer ${formatToken(id, secret)}`, own: {} as PathValues };
}

async function another(surface: 'management' | 'observability') {
  return surface === 'management' ? anotherOrganization() : anotherTeam();
}

test('operations whose path names nothing are the lists, creations and queries of a team', () => {
  const others = OPERATIONS.filter(({ pathParameters }) => pathParameters.length === 0);
  expect(others.filter(({ id }) => !/^(list|create|infer|preview|query|search)/.test(id))).toEqual([]);
});

const LISTS = OPERATIONS.filter(
  (operation) => operation.method === 'get' && operation.id.startsWith('list') && !isItem(operation),
);

/** Properties of bodies that refer to a resource by its id, and the operation that creates it on each surface. */
const REFERENCES = {
  dashboardId: { management: 'getStackDashboard', observability: 'getDashboard' },
  savedSearchId: { management: 'getStackSavedSearch', observability: 'getSavedSearch' },
  sourceId: { management: 'getStackSource', observability: 'getSource' },
  webhookId: { management: 'getStackWebhook', observability: 'getWebhook' },
} as const satisfies Record<string, Record<string, OperationId>>;

const REFERRING = OPERATIONS.filter(
  (operation) => operation.method === 'post' && !isOptional(operation),
).flatMap((operation) =>
  Object.entries(requestExamples(operation.id))
    .filter(([, body]) => referencesIn(body).length > 0)
    .map(([name, body]) => ({ operation, name, body, title: `${operation.id} ${name}` })),
);

/** Pointers to the properties of a body that name something by its id. */
function referencesIn(body: unknown, pointer = ''): string[] {
  if (typeof body !== 'object' || body === null) return [];
  return Object.entries(body).flatMap(([name, value]) =>
    name in REFERENCES && typeof value === 'string'
      ? [`${pointer}/${name}`]
      : referencesIn(value, `${pointer}/${name}`),
  );
}

describeOnBoth('what belongs to others', (databases) => {
  beforeAll(async () => {
    const environment = await databases.environment();
    // Without a worker, whatever changes was changed by a request.
    server = await openTestServer({ environment, create: createApiServer });
    database = await openDatabaseDump({ ...environment, PENSTOCK_DATA: server.dataFolder });
  });
  afterAll(async () => {
    await database.close();
    await server.stop();
  });

  describe.each(OPERATIONS.filter((operation) => operation.pathParameters.length > 0))('$id', (operation) => {
    test('returns 404 to every caller but the owner, and changes nothing', async () => {
      const { tenant, authorization } = owner(operation.surface);
      const values = await makePathValues(server, operation, tenant, authorization);
      const tries = await intrusions(operation.surface);
      const before = await database.read();
      let tried = 0;
      for (const { as, authorization: theirs, own } of tries) {
        // The collection of an intruder contains nothing of the owner.
        if (!isItem(operation) && 'serviceId' in own) continue;
        const { status, body } = await server.call(requestOf(operation, { ...values, ...own }, theirs));
        expect({ status, code: body.code }, as).toEqual({ status: 404, code: 'resource_not_found' });
        tried += 1;
      }
      expect(tried).toBeGreaterThan(0);
      expect(await database.read()).toEqual(before);
      // The same call of the owner finds it, so it was not missing.
      const own = await server.call(requestOf(operation, values, authorization));
      expect([200, 400, 409, ...(isOptional(operation) ? [501] : [])]).toContain(own.status);
    });
  });

  test.each(LISTS)('$id returns nothing of other tenants', async (operation) => {
    const { authorization, own } = await another(operation.surface);
    const response = await server.call(requestOf(operation, own, authorization));
    expect(response.status).toBe(200);
    expect(contentOf(response)).toEqual([]);
  });

  test.each(REFERRING)('$title cannot refer to anything of others', async ({ operation, body }) => {
    const { surface } = operation;
    const { tenant, authorization } = owner(surface);
    const theirs = new Map<string, string>();
    for (const [name, bySurface] of Object.entries(REFERENCES)) {
      const item = OPERATIONS.find(({ id }) => id === bySurface[surface]) ?? expect.fail();
      const values = await makePathValues(server, item, tenant, authorization);
      theirs.set(name, values[name] ?? expect.fail());
    }
    const intruder = await another(surface);
    const before = await database.read();
    const referring = JSON.parse(JSON.stringify(body), (name, value) => theirs.get(name) ?? value);
    const call = requestOf(operation, intruder.own, intruder.authorization);
    const { status, body: problem } = await server.call({ ...call, body: referring });
    expect(status).toBe(400);
    const pointers = problem.errors.map(({ pointer }: { pointer: string }) => pointer);
    expect(pointers).toEqual(expect.arrayContaining(referencesIn(body)));
    expect(await database.read()).toEqual(before);
  });
});
