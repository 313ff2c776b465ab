import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { simulatedRuntime } from '../src/runtime/simulated-runtime.ts';
import { requestExample } from './examples.ts';
import { exchangeableRuntime } from './exchangeable-runtime.ts';
import { scriptedRuntime } from './scripted-runtime.ts';
import { type Answer, openServer, type StartedServer, startServer } from './started-server.ts';

// Each test has pipes of its own on a server that all share; only the runtime is exchanged.
const runtimes = exchangeableRuntime();
let server: StartedServer;
beforeAll(async () => {
  server = await openServer({ runtime: runtimes });
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
        scaling: { replicas: expect.any(Number), concurrency: expect.any(Number) },
        createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      });
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
    const { id, source: shown } = created.body.result;
    expect(shown.objectStorage.connectionString).toBe(
      'AccountName=a;AccountKey=***;SharedAccessKey=***;Pwd=***;BlobEndpoint=***;EndpointSuffix=core',
    );
    await expect.poll(() => runtime.latest()?.secrets.connectionString).toBe(connectionString);
    const echo = { source: { objectStorage: { connectionString: shown.objectStorage.connectionString } } };
    const refused = await patch(server, id, echo);
    expect(refused.body.errors).toEqual([
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
    const misfits = [{ pointer: '/destination/columns/0', message: 'holds text in the sample' }];
    const samples = { read: true, misfits: [] as typeof misfits };
    runtimes.use(scriptedRuntime(samples));
    const headers = { 'idempotency-key': 'again' };
    const { name, source, ...rest } = requestExample('createPipe', 'kinesis');
    const body = { name, source: { ...source, validateSamples: true }, ...rest };
    const first = await server.v1({ path: '/pipes', body, headers });
    samples.misfits = misfits;
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
    const answers = await Promise.all(Array.from({ length: 10 }, () => server.v1(request)));
    expect(new Set(answers.map((answer) => answer.body.result.id)).size).toBe(1);
    expect(answers.filter((answer) => answer.headers.get('idempotency-replayed') === null)).toHaveLength(1);
  });
});

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

  test('nothing is applied if any part is refused', async () => {
    runtimes.use(scriptedRuntime());
    const before = await createPipe(server, 'kafka');
    const refused = await patch(server, before.id, {
      name: 'Other',
      settings: { object_storage_concurrency: 2 },
    });
    expect(refused.status).toBe(400);
    expect((await server.v1({ path: `/pipes/${before.id}` })).body.result).toEqual(before);
  });

  test('the source of another kind: 409', async () => {
    runtimes.use(scriptedRuntime());
    const { id } = await createPipe(server, 'kafka');
    const answer = await patch(server, id, requestExample('updatePipe', 'kinesis'));
    expect([answer.status, answer.body.code]).toEqual([409, 'source_kind_mismatch']);
    expect(answer.body.errors).toEqual([expect.objectContaining({ pointer: '/source/kinesis' })]);
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
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        patch(server, id, { name: `Name ${index}` }, { 'if-match': etag }),
      ),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, ...Array(7).fill(412)]);
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
    const misfits = [{ pointer: '/destination/columns/0', message: 'holds text in the sample' }];
    runtimes.use(scriptedRuntime({ read: true, misfits }));
    const before = await createPipe(server, 'kinesis');
    const answer = await patch(server, before.id, { name: 'Other', source: { validateSamples: true } });
    expect([answer.status, answer.body.code]).toEqual([400, 'sample_validation_failed']);
    expect(answer.body.errors).toEqual([{ ...misfits[0], code: 'invalid' }]);
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
    const answer = await patch(server, id, update({ tableMappingsToAdd: [baskets] }));
    expect([answer.status, answer.body.code]).toEqual([409, 'pipe_state_conflict']);
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
      'removing one that is not there',
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
    const answer = await patch(server, id, update(lists));
    expect(answer.status).toBe(status);
    expect(answer.body.errors).toEqual([expect.objectContaining({ pointer, code })]);
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

describe('commands', () => {
  test('the last of start and stop wins, and a repeat changes nothing', async () => {
    const runtime = runtimes.use(scriptedRuntime());
    const { id } = await createPipe(server, 'kafka');
    expect((await command(server, id, 'stop')).body.result.state).toBe('Stopping');
    const again = await command(server, id, 'stop');
    expect([again.status, again.body.result.state]).toEqual([200, 'Stopping']);
    expect((await command(server, id, 'start')).body.result.state).toBe('Provisioning');
    runtime.finish();
    await expect.poll(() => stateOf(server, id)).toBe('Running');
    const repeated = await command(server, id, 'start');
    expect(repeated.body.result.state).toBe('Running');
  });

  test('a resync that is stopped is not forgotten: the next start reads everything anew', async () => {
    const runtime = runtimes.use(scriptedRuntime());
    const { id } = await createPipe(server, 'postgres');
    for (let step = 0; step < 3; step += 1) runtime.finish();
    await expect.poll(() => stateOf(server, id)).toBe('Running');
    await command(server, id, 'resync');
    await command(server, id, 'stop');
    runtime.finish();
    await expect.poll(() => stateOf(server, id)).toBe('Paused');
    await command(server, id, 'start');
    runtime.finish();
    await expect.poll(() => stateOf(server, id)).toBe('Setup');
  });

  test('resync of a pipe that is not Postgres: 409', async () => {
    runtimes.use(simulatedRuntime(0));
    const { id } = await createPipe(server, 'kafka');
    const answer = await command(server, id, 'resync');
    expect([answer.status, answer.body.code]).toEqual([409, 'command_not_supported']);
  });

  test('one-shot object storage ends Completed and cannot be started', async () => {
    runtimes.use(simulatedRuntime(0));
    const body = requestExample('createPipe', 'objectStorage');
    const { isContinuous, queueUrl, ...source } = body.source.objectStorage;
    const once = { ...body, settings: undefined, source: { objectStorage: source } };
    const { id } = (await server.v1({ path: '/pipes', body: once })).body.result;
    await expect.poll(() => stateOf(server, id)).toBe('Completed');
    const answer = await command(server, id, 'start');
    expect([answer.status, answer.body.code]).toEqual([409, 'pipe_state_conflict']);
  });

  test('a pipe whose runtime gives up is Failed, and can be started again', async () => {
    const runtime = runtimes.use(scriptedRuntime());
    const { id } = await createPipe(server, 'kafka');
    runtime.finish(new Error('the broker does not answer'));
    await expect.poll(() => stateOf(server, id)).toBe('Failed');
    expect((await command(server, id, 'start')).body.result.state).toBe('Provisioning');
    runtime.finish();
    await expect.poll(() => stateOf(server, id)).toBe('Running');
  });
});

describe('listing pipes', () => {
  test('pages hold every pipe once, in the order of creation, and filters narrow them', async () => {
    const server = await startServer({ runtime: scriptedRuntime() });
    const ids = [];
    for (const name of ['Orders 1', 'Orders 2', 'orders 3', 'Clicks', 'Orders 4']) {
      const body = { ...requestExample('createPipe', 'kafka'), name };
      ids.push((await server.v1({ path: '/pipes', body })).body.result.id);
    }
    const first = (await server.v1({ path: '/pipes?limit=3' })).body;
    const second = (await server.v1({ path: `/pipes?limit=3&cursor=${first.nextCursor}` })).body;
    expect([...first.result, ...second.result].map(({ id }) => id)).toEqual(ids);
    expect(second.nextCursor).toBeNull();

    const named = (await server.v1({ path: '/pipes?name=Orders%20&limit=2' })).body;
    expect(named.result.map(({ name }: { name: string }) => name)).toEqual(['Orders 1', 'Orders 2']);
    const rest = (await server.v1({ path: `/pipes?name=Orders%20&cursor=${named.nextCursor}` })).body;
    expect(rest.result.map(({ name }: { name: string }) => name)).toEqual(['Orders 4']);
    expect((await server.v1({ path: '/pipes?name=%25' })).body.result).toEqual([]);

    expect((await server.v1({ path: '/pipes?state=Provisioning' })).body.result).toHaveLength(5);
    expect((await server.v1({ path: '/pipes?state=Running' })).body.result).toEqual([]);
    expect(JSON.stringify(first)).not.toMatch(/password|credentials/);
  });
});

describe('deleting a pipe', () => {
  test('lets the runtime go, forgets the pipe and its secrets; a repeat is 404', async () => {
    const runtime = scriptedRuntime();
    const server = await startServer({ runtime });
    const { id } = await createPipe(server, 'kafka');
    const path = `/pipes/${id}`;
    const stale = await server.v1({ method: 'DELETE', path, headers: { 'if-match': '"0"' } });
    expect([stale.status, runtime.released]).toEqual([412, []]);
    const { status, body } = await server.v1({ method: 'DELETE', path });
    expect([status, Object.keys(body)]).toEqual([200, ['status', 'requestId']]);
    expect(runtime.released).toEqual([id]);
    runtime.finish();
    for (const method of ['GET', 'DELETE']) expect((await server.v1({ method, path })).status).toBe(404);
    expect((await server.v1({ path: '/pipes' })).body.result).toEqual([]);
  });
});

describe('settings', () => {
  test.each<[string, object]>([
    ['kafka', { streaming_max_insert_wait_ms: 2000 }],
    ['kinesis', { streaming_max_insert_wait_ms: 5000 }],
    ['postgres', {}],
  ])('of a %s pipe: what applies, defaults filled in', async (kind, effective) => {
    runtimes.use(scriptedRuntime());
    const { id } = await createPipe(server, kind);
    const answer = await server.v1({ path: `/pipes/${id}/settings` });
    expect(answer.body.result).toEqual(effective);
    expect(answer.headers.get('etag')).toBe((await server.v1({ path: `/pipes/${id}` })).headers.get('etag'));
  });

  test('of object storage: the polling interval only if it is continuous', async () => {
    runtimes.use(scriptedRuntime());
    const body = requestExample('createPipe', 'objectStorage');
    const { id } = (await server.v1({ path: '/pipes', body })).body.result;
    const { result } = (await server.v1({ path: `/pipes/${id}/settings` })).body;
    expect(Object.keys(result)).toHaveLength(11);
    expect(result).toMatchObject({ ...body.settings, engine_parallel_distributed_insert_select: 2 });
    const { isContinuous, queueUrl, ...once } = body.source.objectStorage;
    const other = { ...body, settings: undefined, source: { objectStorage: once } };
    const { id: onceId } = (await server.v1({ path: '/pipes', body: other })).body.result;
    const settings = (await server.v1({ path: `/pipes/${onceId}/settings` })).body.result;
    expect(settings).not.toHaveProperty('object_storage_polling_interval_ms');
  });
});

describe('scaling', () => {
  test('changes what is given, keeps the rest, and a running pipe takes it in', async () => {
    const runtime = runtimes.use(scriptedRuntime());
    const before = await createPipe(server, 'kafka');
    runtime.finish();
    await expect.poll(() => stateOf(server, before.id)).toBe('Running');
    const { result } = (await scale(server, before.id, { replicas: 4 })).body;
    expect(result).toMatchObject({ state: 'Modifying', scaling: { ...before.scaling, replicas: 4 } });
  });

  test('of a postgres pipe: 409', async () => {
    runtimes.use(scriptedRuntime());
    const { id } = await createPipe(server, 'postgres');
    const answer = await scale(server, id, { replicas: 2 });
    expect([answer.status, answer.body.code]).toEqual([409, 'scaling_not_supported']);
  });
});

function scale(server: StartedServer, id: string, body: unknown): Promise<Answer> {
  return server.v1({ method: 'PATCH', path: `/pipes/${id}/scaling`, body });
}

async function createPipe(server: StartedServer, kind: string) {
  const answer = await server.v1({ path: '/pipes', body: requestExample('createPipe', kind) });
  expect(answer.status).toBe(200);
  return answer.body.result;
}

function patch(
  server: StartedServer,
  id: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  return server.v1({ method: 'PATCH', path: `/pipes/${id}`, body, headers });
}

function command(server: StartedServer, id: string, name: string): Promise<Answer> {
  return server.v1({ method: 'PATCH', path: `/pipes/${id}/state`, body: { command: name } });
}

async function stateOf(server: StartedServer, id: string): Promise<string> {
  return (await server.v1({ path: `/pipes/${id}` })).body.result.state;
}
