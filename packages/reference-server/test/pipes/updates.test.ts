import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestServer, type TestServer } from '../../src/api/testing/test-server.ts';
import { simulatedRuntime } from '../../src/runtime/simulated-runtime.ts';
import { requestExample } from '../support/examples.ts';
import { createPipe, patch, stateOf } from '../support/pipe-calls.ts';
import { replaceableRuntime } from '../support/replaceable-runtime.ts';
import { scriptedRuntime } from '../support/scripted-runtime.ts';

// The tests share a server; each has its own pipes and its own runtime.
const runtimes = replaceableRuntime();
let server: TestServer;
beforeAll(async () => {
  server = await openTestServer({ replacements: { runtime: runtimes } });
});
afterAll(() => server.stop());

describe('updating a pipe', () => {
  test('absent stays, objects merge, arrays replace, credentials are kept', async () => {
    const runtime = runtimes.use(scriptedRuntime());
    const before = await createPipe(server, 'kafka');
    const change = {
      source: { kafka: { reversePrivateEndpointIds: [], credentials: { password: 'new-half' } } },
      settings: { streaming_max_insert_wait_ms: 700 },
    };
    const { result } = (await patch(server, before.id, change)).body;
    expect(result).toMatchObject({
      name: before.name,
      destination: before.destination,
      fieldMappings: before.fieldMappings,
    });
    expect(result.source.kafka).toEqual({ ...before.source.kafka, reversePrivateEndpointIds: [] });
    expect(result.settings).toEqual({ ...before.settings, streaming_max_insert_wait_ms: 700 });
    await expect
      .poll(() => runtime.latest()?.secrets.credentials)
      .toEqual({
        username: 'orders_reader',
        password: 'new-half',
      });
  });

  test('a running pipe takes a change in as Modifying; a new name changes nothing else', async () => {
    const runtime = runtimes.use(scriptedRuntime());
    const { id } = await createPipe(server, 'kinesis');
    runtime.finish();
    await expect.poll(() => stateOf(server, id)).toBe('Running');
    expect((await patch(server, id, { name: 'Renamed' })).body.result).toMatchObject({
      name: 'Renamed',
      state: 'Running',
    });
    const columns = [{ name: 'session_id', type: 'UUID' }];
    expect((await patch(server, id, { destination: { columns } })).body.result).toMatchObject({
      state: 'Modifying',
      destination: { columns },
    });
    runtime.finish();
    await expect.poll(() => stateOf(server, id)).toBe('Running');
  });

  test('the same update again changes nothing, not even the ETag', async () => {
    const runtime = runtimes.use(scriptedRuntime());
    const { id } = await createPipe(server, 'kafka');
    runtime.finish();
    await expect.poll(() => stateOf(server, id)).toBe('Running');
    const change = requestExample('updatePipe', 'kafka');
    expect((await patch(server, id, change)).body.result.state).toBe('Modifying');
    runtime.finish();
    await expect.poll(() => stateOf(server, id)).toBe('Running');
    const before = await server.v1({ path: `/pipes/${id}` });
    const again = await patch(server, id, change);
    expect(again.body.result).toEqual(before.body.result);
    expect(again.headers.get('etag')).toBe(before.headers.get('etag'));
  });

  test('nothing is applied if any part is rejected', async () => {
    runtimes.use(scriptedRuntime());
    const before = await createPipe(server, 'kafka');
    const rejected = await patch(server, before.id, {
      name: 'Other',
      settings: { object_storage_concurrency: 2 },
    });
    expect(rejected.status).toBe(400);
    expect((await server.v1({ path: `/pipes/${before.id}` })).body.result).toEqual(before);
  });

  test('the source of another kind: 409', async () => {
    runtimes.use(scriptedRuntime());
    const { id } = await createPipe(server, 'kafka');
    const response = await patch(server, id, requestExample('updatePipe', 'kinesis'));
    expect([response.status, response.body.code]).toEqual([409, 'source_kind_mismatch']);
    expect(response.body.errors).toEqual([expect.objectContaining({ pointer: '/source/kinesis' })]);
  });

  test('half a credential where none is stored: 400', async () => {
    runtimes.use(scriptedRuntime());
    const body = requestExample('createPipe', 'kinesis');
    body.source.kinesis = {
      ...body.source.kinesis,
      authentication: 'IAM_ROLE',
      iamRole: 'role',
      accessKey: undefined,
    };
    const { id } = (await server.v1({ path: '/pipes', body })).body.result;
    const change = { source: { kinesis: { authentication: 'IAM_USER', accessKey: { accessKeyId: 'A' } } } };
    expect((await patch(server, id, change)).body.errors).toEqual([
      expect.objectContaining({ pointer: '/source/kinesis/accessKey/secretKey', code: 'required' }),
    ]);
  });

  test('If-Match: the current tag is honoured, a stale one is 412 and applies nothing', async () => {
    runtimes.use(scriptedRuntime());
    const { id } = await createPipe(server, 'kafka');
    const etag = (await server.v1({ path: `/pipes/${id}` })).headers.get('etag') ?? '';
    expect(etag).toMatch(/^"\d+"$/);
    const first = await patch(server, id, { name: 'First' }, { 'if-match': etag });
    expect(first.status).toBe(200);
    expect(first.headers.get('etag')).not.toBe(etag);
    const second = await patch(server, id, { name: 'Second' }, { 'if-match': etag });
    expect([second.status, second.body.code]).toEqual([412, 'precondition_failed']);
    expect((await patch(server, id, { name: 'Third' }, { 'if-match': `W/${etag}` })).status).toBe(412);
    expect((await server.v1({ path: `/pipes/${id}` })).body.result.name).toBe('First');
    expect((await patch(server, id, { name: 'Any' }, { 'if-match': '*' })).status).toBe(200);
  });

  test('of parallel updates with one tag exactly one wins', async () => {
    runtimes.use(scriptedRuntime());
    const { id } = await createPipe(server, 'kafka');
    const etag = (await server.v1({ path: `/pipes/${id}` })).headers.get('etag') ?? '';
    const responses = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        patch(server, id, { name: `Name ${index}` }, { 'if-match': etag }),
      ),
    );
    expect(responses.map((response) => response.status).sort()).toEqual([200, ...Array(7).fill(412)]);
  });

  test('parallel updates without a tag all arrive', async () => {
    runtimes.use(scriptedRuntime());
    const { id } = await createPipe(server, 'postgres');
    const changes = [
      { name: 'Parallel' },
      { source: { postgres: { host: 'other.example.net' } } },
      { source: { postgres: { settings: { pullBatchSize: 5 } } } },
    ];
    await Promise.all(changes.map((change) => patch(server, id, change)));
    const { result } = (await server.v1({ path: `/pipes/${id}` })).body;
    expect(result.name).toBe('Parallel');
    expect(result.source.postgres).toMatchObject({
      host: 'other.example.net',
      settings: { pullBatchSize: 5 },
    });
  });

  test('validateSamples: rows that do not fit are 400, and nothing is applied', async () => {
    const errors = [{ pointer: '/destination/columns/0', message: 'has text in the sample' }];
    runtimes.use(scriptedRuntime({ read: true, errors }));
    const before = await createPipe(server, 'kinesis');
    const response = await patch(server, before.id, { name: 'Other', source: { validateSamples: true } });
    expect([response.status, response.body.code]).toEqual([400, 'sample_validation_failed']);
    expect(response.body.errors).toEqual([{ ...errors[0], code: 'invalid' }]);
    expect((await server.v1({ path: `/pipes/${before.id}` })).body.result).toEqual(before);
  });
});

describe('table mappings', () => {
  const orders = { sourceSchemaName: 'public', sourceTable: 'orders' };
  const baskets = { sourceSchemaName: 'public', sourceTable: 'baskets', targetTable: 'baskets' };
  const update = (lists: object) => ({ source: { postgres: lists } });

  test('in a transient state: 409', async () => {
    runtimes.use(scriptedRuntime());
    const { id } = await createPipe(server, 'postgres');
    const response = await patch(server, id, update({ tableMappingsToAdd: [baskets] }));
    expect([response.status, response.body.code]).toEqual([409, 'pipe_state_conflict']);
  });

  test.each<[string, object, number, string, string]>([
    [
      'adding one that exists',
      { tableMappingsToAdd: [{ ...orders, targetTable: 'x' }] },
      409,
      '/source/postgres/tableMappingsToAdd/0',
      'already_exists',
    ],
    [
      'a target that is taken',
      { tableMappingsToAdd: [{ ...baskets, targetTable: 'orders' }] },
      409,
      '/source/postgres/tableMappingsToAdd/0/targetTable',
      'already_exists',
    ],
    [
      'removing one that does not exist',
      { tableMappingsToRemove: [baskets] },
      409,
      '/source/postgres/tableMappingsToRemove/0',
      'reference_not_found',
    ],
    [
      'the same table in both lists',
      { tableMappingsToAdd: [baskets], tableMappingsToRemove: [baskets] },
      400,
      '/source/postgres/tableMappingsToRemove/0',
      'invalid',
    ],
    [
      'removing all of them',
      { tableMappingsToRemove: [orders, { ...orders, sourceTable: 'customers' }] },
      409,
      '/source/postgres/tableMappingsToRemove',
      'invalid',
    ],
    [
      'the same table twice',
      { tableMappingsToAdd: [baskets, { ...baskets, targetTable: 'y' }] },
      400,
      '/source/postgres/tableMappingsToAdd/1/sourceTable',
      'already_exists',
    ],
    [
      'a custom sorting key without keys',
      { tableMappingsToAdd: [{ ...baskets, useCustomSortingKey: true }] },
      400,
      '/source/postgres/tableMappingsToAdd/0/sortingKeys',
      'required',
    ],
  ])('%s: %o is %i', async (_name, lists, status, pointer, code) => {
    runtimes.use(simulatedRuntime(0));
    const { id } = await createPipe(server, 'postgres');
    await expect.poll(() => stateOf(server, id)).toBe('Running');
    const response = await patch(server, id, update(lists));
    expect(response.status).toBe(status);
    expect(response.body.errors).toEqual([expect.objectContaining({ pointer, code })]);
  });

  test('a table that is removed frees its target for another', async () => {
    runtimes.use(simulatedRuntime(0));
    const { id } = await createPipe(server, 'postgres');
    await expect.poll(() => stateOf(server, id)).toBe('Running');
    const lists = {
      tableMappingsToRemove: [orders],
      tableMappingsToAdd: [{ ...baskets, targetTable: 'orders' }],
    };
    const { result } = (await patch(server, id, update(lists))).body;
    expect(
      result.source.postgres.tableMappings.map((mapping: { sourceTable: string }) => mapping.sourceTable),
    ).toEqual(['customers', 'baskets']);
  });
});
