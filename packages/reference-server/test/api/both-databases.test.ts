import { createManagementClient, createObservabilityClient } from '@penstock/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectJourneyResult, runJourney } from '../../../client/test/support/journey.ts';
import { openTestServer, type TestResponse, type TestServer } from '../../src/api/testing/test-server.ts';
import { describeOnBoth } from '../support/databases.ts';
import { requestExample } from '../support/examples.ts';
import { createPipe, patch, stateOf } from '../support/pipe-calls.ts';

// The main operations on both databases, and parallel requests. Other tests cover the details on the embedded database.

const PARALLEL = 12;

describeOnBoth('the server', (databases) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await openTestServer({ environment: await databases.environment() });
  });
  afterAll(() => server?.stop());

  const inParallel = (call: (index: number) => Promise<TestResponse>) =>
    Promise.all(Array.from({ length: PARALLEL }, (_, index) => call(index)));
  const statuses = (responses: readonly TestResponse[]) => responses.map(({ status }) => status).sort();
  const team = (path: string, body?: unknown, headers: Record<string, string> = {}) =>
    server.v2({ path, headers, ...(body === undefined ? {} : { body }) });

  test('serves the whole journey', async () => {
    const { management, observability } = server.credentials;
    const { organizationId, serviceId, keyId, keySecret } = management;
    const clients = {
      ...{ organizationId, serviceId },
      management: createManagementClient({ baseUrl: server.url, keyId, keySecret }),
      observability: createObservabilityClient({ baseUrl: server.url, token: observability.token }),
    };
    const result = await runJourney(clients, { stateful: true, pollMs: 5 });
    await expectJourneyResult(clients, result);
  });

  test('pages through a list that others add to and delete from', async () => {
    const source = requestExample('createSource', 'log');
    const create = async (name: string) =>
      (await team('/sources', { ...source, name })).body.data.id as string;
    const ids: string[] = [];
    for (const name of ['one', 'two', 'three', 'four']) ids.push(await create(name));
    const begin = (await team('/sources?limit=1000')).body.data.map(({ id }: { id: string }) => id);
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const { body }: TestResponse = await team(
        `/sources?limit=1${cursor === '' ? '' : `&cursor=${cursor}`}`,
      );
      seen.push(...body.data.map(({ id }: { id: string }) => id));
      cursor = body.meta.nextCursor;
      if (seen.length === 1) {
        await server.v2({ method: 'DELETE', path: `/sources/${ids[2]}` });
        ids.push(await create('five'));
      }
    }
    expect(seen).toEqual([...begin.filter((id: string) => id !== ids[2]), ids[4]]);
  });

  test('of parallel creations with one key one creates, the others return its result', async () => {
    const body = requestExample('createPipe', 'kafka');
    const headers = { 'idempotency-key': 'parallel-pipe' };
    const responses = await inParallel(() => server.v1({ path: '/pipes', body, headers }));
    expect(statuses(responses)).toEqual(Array(PARALLEL).fill(200));
    expect(new Set(responses.map((response) => response.body.result.id)).size).toBe(1);
    const replayed = responses.filter(({ headers: sent }) => sent.get('idempotency-replayed') === 'true');
    expect(replayed).toHaveLength(PARALLEL - 1);
  });

  test('parallel creations with a key for each are all made, and a reused key is 409', async () => {
    const name = (index: number) => ({ ...requestExample('createSource', 'log'), name: `S${index}` });
    const responses = await inParallel((index) =>
      team('/sources', name(index), { 'idempotency-key': `own-${index}` }),
    );
    expect(new Set(responses.map((response) => response.body.data.id)).size).toBe(PARALLEL);
    const other = await team('/sources', name(99), { 'idempotency-key': 'own-1' });
    expect([other.status, other.body.code]).toEqual([409, 'idempotency_key_reused']);
  });

  test('a creation that failed has used its key up for nothing', async () => {
    const headers = { 'idempotency-key': 'failed-first' };
    const body = requestExample('createSavedSearch', 'errors');
    const broken = await team('/saved-searches', { ...body, sourceId: 'nowhere' }, headers);
    expect([broken.status, broken.body.code]).toEqual([400, 'reference_not_found']);
    expect((await team('/saved-searches', body, headers)).status).toBe(200);
  });

  test('of parallel changes based on one version one is made, the others are 412', async () => {
    const { id } = await createPipe(server, 'kinesis');
    await expect.poll(() => stateOf(server, id)).toBe('Running');
    const etag = (await server.v1({ path: `/pipes/${id}` })).headers.get('etag') ?? '';
    const responses = await inParallel((index) =>
      patch(server, id, { name: `Name ${index}` }, { 'if-match': etag }),
    );
    expect(statuses(responses)).toEqual([200, ...Array(PARALLEL - 1).fill(412)]);
    const winner = responses.find(({ status }) => status === 200);
    const read = await server.v1({ path: `/pipes/${id}` });
    expect([read.body.result.name, read.headers.get('etag')]).toEqual([
      winner?.body.result.name,
      winner?.headers.get('etag'),
    ]);
  });

  test('of parallel changes without a version none is lost', async () => {
    const { id } = await createPipe(server, 'kafka');
    const fields = ['replicas', 'concurrency', 'replicaCpuMillicores', 'replicaMemoryGb'] as const;
    const values = { replicas: 3, concurrency: 5, replicaCpuMillicores: 500, replicaMemoryGb: 2 };
    const responses = await Promise.all(
      fields.map((field) =>
        server.v1({ method: 'PATCH', path: `/pipes/${id}/scaling`, body: { [field]: values[field] } }),
      ),
    );
    expect(statuses(responses)).toEqual([200, 200, 200, 200]);
    expect((await server.v1({ path: `/pipes/${id}` })).body.result.scaling).toEqual(values);
  });

  test('a webhook that is deleted while alerts are made that call it: used or gone, never both', async () => {
    const dashboards = (await team('/dashboards')).body.data;
    for (let round = 0; round < 4; round += 1) {
      const hook = { ...requestExample('createWebhook', 'slack'), name: `Round ${round}` };
      const { id } = (await team('/webhooks', hook)).body.data;
      const alert = { ...requestExample('createAlert', 'tile'), channel: { type: 'webhook', webhookId: id } };
      const [gone, ...made] = await Promise.all([
        server.v2({ method: 'DELETE', path: `/webhooks/${id}` }),
        ...Array.from({ length: 4 }, () => team('/alerts', alert)),
      ]);
      const there = (await team(`/webhooks/${id}`)).status;
      if (gone.status === 200) {
        expect([there, ...statuses(made)]).toEqual([404, 400, 400, 400, 400]);
      } else {
        expect([gone.status, gone.body.code, there]).toEqual([409, 'resource_in_use', 200]);
        expect(statuses(made)).toContain(200);
      }
    }
    expect(dashboards.length).toBeGreaterThan(0);
  });

  test('an alert that is made while its dashboard is deleted does not outlive it', async () => {
    const tile = {
      ...requestExample('createDashboard', 'checkout').tiles[0],
      id: 'the-tile',
    };
    for (let round = 0; round < 4; round += 1) {
      const body = { name: `Round ${round}`, tiles: [tile] };
      const { id } = (await team('/dashboards', body)).body.data;
      const alert = { ...requestExample('createAlert', 'tile'), dashboardId: id, tileId: 'the-tile' };
      const [gone] = await Promise.all([
        server.v2({ method: 'DELETE', path: `/dashboards/${id}` }),
        ...Array.from({ length: 4 }, () => team('/alerts', alert)),
      ]);
      expect(gone.status).toBe(200);
      expect((await team(`/alerts?dashboardId=${id}`)).body.data).toEqual([]);
    }
  });

  test('of parallel webhooks with one name one is made, the others are 409', async () => {
    const hook = { ...requestExample('createWebhook', 'slack'), name: 'The only one' };
    const responses = await inParallel(() => team('/webhooks', hook));
    expect(statuses(responses)).toEqual([200, ...Array(PARALLEL - 1).fill(409)]);
  });
});
