import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestServer, type TestServer } from '../../src/api/testing/test-server.ts';
import { simulatedRuntime } from '../../src/runtime/simulated-runtime.ts';
import { requestExample } from '../support/examples.ts';
import { createPipe, patch } from '../support/pipe-calls.ts';
import { replaceableRuntime } from '../support/replaceable-runtime.ts';
import { scriptedRuntime } from '../support/scripted-runtime.ts';

// The tests share a server; each has its own pipes and its own runtime.
const runtimes = replaceableRuntime();
let server: TestServer;
beforeAll(async () => {
  server = await openTestServer({ replacements: { runtime: runtimes } });
});
afterAll(() => server.stop());

describe('creating a pipe', () => {
  test.each(['kafka', 'objectStorage', 'kinesis', 'postgres'])(
    '%s: defaults are filled in, secrets are not returned',
    async (kind) => {
      runtimes.use(scriptedRuntime());
      const body = requestExample('createPipe', kind);
      const { result } = (await server.v1({ path: '/pipes', body })).body;
      expect(result).toMatchObject({
        name: body.name,
        state: 'Provisioning',
        serviceId: server.credentials.management.serviceId,
        deliveryGuarantee: 'exactly_once',
        createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      });
      const scaling = { replicas: expect.any(Number), concurrency: expect.any(Number) };
      expect(result.scaling).toEqual(kind === 'postgres' ? undefined : expect.objectContaining(scaling));
      expect(Object.keys(result.source)).toEqual([kind]);
      expect(JSON.stringify(result)).not.toMatch(/password|secretKey|credentials|accessKey/);
      const { body: read } = await server.v1({ path: `/pipes/${result.id}` });
      expect(read.result).toEqual(result);
    },
  );

  test('the runtime is given the secrets', async () => {
    const runtime = runtimes.use(scriptedRuntime());
    await createPipe(server, 'kafka');
    await expect
      .poll(() => runtime.latest()?.secrets)
      .toEqual({
        credentials: { username: 'orders_reader', password: 'correct-horse-battery-staple' },
        schemaRegistryCredentials: { username: 'registry_reader', password: 'paper-lantern-harbour-tide' },
      });
  });

  test('a connection string comes back with its secret parts masked, and the mask cannot be sent', async () => {
    const runtime = runtimes.use(scriptedRuntime());
    const connectionString =
      'AccountName=a;AccountKey=c2VjcmV0;SharedAccessKey=a2V5;Pwd=p;BlobEndpoint=https://b?sig=s;EndpointSuffix=core';
    const source = {
      type: 'azureblobstorage',
      format: 'Parquet',
      authentication: 'CONNECTION_STRING',
      connectionString,
      path: 'orders/*.parquet',
      azureContainerName: 'exports',
    };
    const body = {
      ...requestExample('createPipe', 'objectStorage'),
      settings: undefined,
      source: { objectStorage: source },
    };
    const created = await server.v1({ path: '/pipes', body });
    const { id, source: returned } = created.body.result;
    expect(returned.objectStorage.connectionString).toBe(
      'AccountName=a;AccountKey=***;SharedAccessKey=***;Pwd=***;BlobEndpoint=***;EndpointSuffix=core',
    );
    await expect.poll(() => runtime.latest()?.secrets.connectionString).toBe(connectionString);
    const echo = { source: { objectStorage: { connectionString: returned.objectStorage.connectionString } } };
    const rejected = await patch(server, id, echo);
    expect(rejected.body.errors).toEqual([
      expect.objectContaining({ pointer: '/source/objectStorage/connectionString', code: 'invalid' }),
    ]);
  });

  test('the same Idempotency-Key and body replays, another body is 409, another credential is its own', async () => {
    runtimes.use(simulatedRuntime(0));
    const headers = { 'idempotency-key': 'nightly' };
    const body = requestExample('createPipe', 'kinesis');
    const first = await server.v1({ path: '/pipes', body, headers });
    const second = await server.v1({ path: '/pipes', body, headers });
    expect(second.body.result).toEqual(first.body.result);
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    expect(first.headers.get('idempotency-replayed')).toBeNull();
    expect(second.body.requestId).toBe(second.headers.get('x-request-id'));
    const other = await server.v1({ path: '/pipes', body: { ...body, name: 'Other' }, headers });
    expect([other.status, other.body.code]).toEqual([409, 'idempotency_key_reused']);
    const alert = await server.v1({
      path: '/stack/alerts',
      body: requestExample('createStackAlert', 'tile'),
      headers,
    });
    expect([alert.status, alert.body.code]).toEqual([409, 'idempotency_key_reused']);
    const team = await server.v2({ path: '/alerts', body: requestExample('createAlert', 'tile'), headers });
    expect(team.status).toBe(200);
  });

  test('members in another order are the same body, and a replay reads no sample', async () => {
    const errors = [{ pointer: '/destination/columns/0', message: 'has text in the sample' }];
    const samples = { read: true, errors: [] as typeof errors };
    runtimes.use(scriptedRuntime(samples));
    const headers = { 'idempotency-key': 'again' };
    const { name, source, ...rest } = requestExample('createPipe', 'kinesis');
    const body = { name, source: { ...source, validateSamples: true }, ...rest };
    const first = await server.v1({ path: '/pipes', body, headers });
    samples.errors = errors;
    const second = await server.v1({ path: '/pipes', body: { ...rest, source: body.source, name }, headers });
    expect([second.status, second.body.result]).toEqual([200, first.body.result]);
  });

  test('parallel requests with one key make one pipe', async () => {
    runtimes.use(simulatedRuntime(0));
    const request = {
      path: '/pipes',
      body: requestExample('createPipe', 'kafka'),
      headers: { 'idempotency-key': 'once' },
    };
    const responses = await Promise.all(Array.from({ length: 10 }, () => server.v1(request)));
    expect(new Set(responses.map((response) => response.body.result.id)).size).toBe(1);
    expect(
      responses.filter((response) => response.headers.get('idempotency-replayed') === null),
    ).toHaveLength(1);
  });
});
