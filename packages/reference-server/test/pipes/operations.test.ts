import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestServer, type TestServer } from '../../src/api/testing/test-server.ts';
import { requestExample } from '../support/examples.ts';
import { createPipe, scale, stateOf } from '../support/pipe-calls.ts';
import { replaceableRuntime } from '../support/replaceable-runtime.ts';
import { scriptedRuntime } from '../support/scripted-runtime.ts';
import { startServer } from '../support/test-server.ts';

// The tests share a server; each has its own pipes and its own runtime.
const runtimes = replaceableRuntime();
let server: TestServer;
beforeAll(async () => {
  server = await openTestServer({ replacements: { runtime: runtimes } });
});
afterAll(() => server.stop());

describe('listing pipes', () => {
  test('pages contain every pipe once, in the order of creation, and filters apply', async () => {
    const server = await startServer({ replacements: { runtime: scriptedRuntime() } });
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
    const server = await startServer({ replacements: { runtime } });
    const { id } = await createPipe(server, 'kafka');
    const path = `/pipes/${id}`;
    const stale = await server.v1({ method: 'DELETE', path, headers: { 'if-match': '"0"' } });
    expect([stale.status, runtime.released]).toEqual([412, []]);
    const { status, body } = await server.v1({ method: 'DELETE', path });
    expect([status, Object.keys(body)]).toEqual([200, ['status', 'requestId']]);
    await expect.poll(() => runtime.released).toEqual([id]);
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
    const response = await server.v1({ path: `/pipes/${id}/settings` });
    expect(response.body.result).toEqual(effective);
    expect(response.headers.get('etag')).toBe(
      (await server.v1({ path: `/pipes/${id}` })).headers.get('etag'),
    );
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
    // Pipes of other tests would end their work with the runtime of a shared server.
    const runtime = scriptedRuntime();
    const server = await startServer({ replacements: { runtime } });
    const before = await createPipe(server, 'kafka');
    runtime.finish();
    await expect.poll(() => stateOf(server, before.id)).toBe('Running');
    const { result } = (await scale(server, before.id, { replicas: 4 })).body;
    expect(result).toMatchObject({ state: 'Modifying', scaling: { ...before.scaling, replicas: 4 } });
  });

  test('of a postgres pipe: 409', async () => {
    runtimes.use(scriptedRuntime());
    const { id } = await createPipe(server, 'postgres');
    const response = await scale(server, id, { replicas: 2 });
    expect([response.status, response.body.code]).toEqual([409, 'scaling_not_supported']);
  });
});
