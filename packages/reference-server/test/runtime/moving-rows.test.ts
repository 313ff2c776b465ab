import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type EnginePort, remoteEngine } from '@penstock/engine';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApiServer } from '../../src/api/server.ts';
import { openTestServer, type TestServer } from '../../src/api/testing/test-server.ts';
import { runCommand } from '../support/command.ts';
import { ENGINE_INSTALLED, withEngine } from '../support/engine.ts';
import { killUnderLoad } from '../support/kill-under-load.ts';
import { type ObjectStore, openObjectStore } from '../support/object-store.ts';
import { command, patch, stateOf } from '../support/pipe-calls.ts';
import { startServer, temporaryFolder } from '../support/test-server.ts';

const LOAD = { rowsPerFeed: 200, feedsAhead: 10 };
/** Enough for rows to arrive while the backup is made. */
const MOST_FED = 5_000;

describe.runIf(ENGINE_INSTALLED)('a pipe of a server with an engine', () => {
  let server: TestServer;
  let store: ObjectStore;
  let engine: EnginePort;
  beforeAll(async () => {
    store = await openObjectStore();
    server = await openTestServer({ environment: withEngine() });
    engine = doorOf(server);
  });
  afterAll(async () => {
    await engine.close();
    await server.stop();
    await store.close();
  });

  const create = async (body: object) => {
    const created = await server.v1({ path: '/pipes', body });
    expect([created.status, created.body.errors]).toEqual([200, undefined]);
    return created.body.result.id as string;
  };
  const read = async (id: string) => (await server.v1({ path: `/pipes/${id}` })).body.result;
  const reaches = (id: string, state: string) => expect.poll(() => stateOf(server, id)).toBe(state);
  const has = (table: string, ids: readonly number[]) => expect.poll(() => idsIn(engine, table)).toEqual(ids);

  test('moves the rows of objects, counts them, and keeps those that do not fit', async () => {
    await store.putLines('once/1.json', ['{"id":1,"text":"one"}', '{"id":"many","text":"two"}', '{"id":3}']);
    const id = await create(store.pipeInto('once', { folder: 'once', isContinuous: false }));
    await reaches(id, 'Completed');
    expect(await idsIn(engine, 'once')).toEqual([1, 3]);
    const { result } = (await server.v1({ path: `/pipes/${id}/metrics` })).body;
    expect(result).toMatchObject({ simulated: false, total: { rows: 2, errors: 1 } });
    const minutes = result.minutes.reduce((sum: number, { rows }: { rows: number }) => sum + rows, 0);
    expect(minutes).toBe(2);
    const path = `/pipes/${id}/errors`;
    const errors = (await server.v1({ path })).body;
    expect(errors).toMatchObject({
      simulated: false,
      result: [{ excerpt: expect.stringContaining('many') }],
    });

    // A process without a worker reaches the engine through its socket.
    const environment = withEngine(server.dataFolder);
    const api = await startServer({ environment, create: createApiServer });
    expect((await api.v1({ path })).body.result).toEqual(errors.result);
  });

  test('moves nothing while it is stopped, and then goes on where it was, also after a change', async () => {
    const rows = (...ids: number[]) => ids.map((id) => ({ id, text: `row ${id}` }));
    await store.put('steps/1.json', rows(1, 2));
    const id = await create(store.pipeInto('steps', { folder: 'steps' }));
    await has('steps', [1, 2]);
    await command(server, id, 'stop');
    await reaches(id, 'Stopped');
    await store.put('steps/2.json', rows(3));
    await command(server, id, 'start');
    await has('steps', [1, 2, 3]);
    await patch(server, id, { settings: { object_storage_max_file_count: 7 } });
    await reaches(id, 'Running');
    await store.put('steps/3.json', rows(4));
    await has('steps', [1, 2, 3, 4]);
    const total = async () => (await server.v1({ path: `/pipes/${id}/metrics` })).body.result.total;
    await expect.poll(total).toMatchObject({ rows: 4, batches: 3 });
    await server.v1({ method: 'DELETE', path: `/pipes/${id}` });
    await store.put('steps/4.json', rows(5));
    expect(await idsIn(engine, 'steps')).toEqual([1, 2, 3, 4]);
  });

  test('is Degraded when its table is dropped, and goes on when it is there again', async () => {
    await store.put('dropped/1.json', [{ id: 1, text: 'one' }]);
    const id = await create(store.pipeInto('dropped', { folder: 'dropped' }));
    await has('dropped', [1]);
    await engine.command({ sql: 'RENAME TABLE `default`.dropped TO `default`.renamed' });
    await store.put('dropped/2.json', [{ id: 2, text: 'two' }]);
    await reaches(id, 'Degraded');
    expect((await read(id)).failure).toMatchObject({
      code: 'destination_failed',
      message: expect.stringContaining('dropped'),
    });
    await engine.command({ sql: 'RENAME TABLE `default`.renamed TO `default`.dropped' });
    await has('dropped', [1, 2]);
    await reaches(id, 'Running');
    expect(await read(id)).not.toHaveProperty('failure');
  });

  test.each([
    ['Memory', 'at_least_once'],
    ['MergeTree ORDER BY id', 'exactly_once'],
  ])('into an own table with the engine %s delivers %s, once the table is known', async (kind, guarantee) => {
    const table = `own_${guarantee}`;
    await engine.command({
      sql: `CREATE TABLE \`default\`.${table} (id UInt64, text String) ENGINE = ${kind}`,
    });
    const { destination, ...rest } = store.pipeInto(table, { folder: table });
    const { tableDefinition, ...unmanaged } = destination;
    const body = { ...rest, destination: { ...unmanaged, managedTable: false }, startPaused: true };
    const id = await create(body);
    expect((await read(id)).deliveryGuarantee).toBe('at_least_once');
    await command(server, id, 'start');
    await reaches(id, 'Running');
    expect((await read(id)).deliveryGuarantee).toBe(guarantee);
  });
});

describe.runIf(ENGINE_INSTALLED)('no row is lost or doubled', () => {
  test('by SIGKILL of the engine and of the worker under load', async () => {
    const store = await openObjectStore();
    const source = { pipeInto: (table: string) => store.pipeInto(table), feed: store.feed };
    // The engine and the worker, each once. `pnpm bench:kills` repeats it.
    const result = await killUnderLoad({ folder: temporaryFolder(), source, kills: 2, ...LOAD });
    expect(result).toEqual({ fed: result.fed, counted: result.fed, lost: 0, doubled: 0 });
    await store.close();
  });

  test('by a restored backup that was made while rows arrived', async () => {
    const store = await openObjectStore();
    const folder = temporaryFolder();
    const original = await startServer({ environment: withEngine(folder) });
    let fed = 0;
    const feed = async () => {
      fed += 100;
      await store.feed(Array.from({ length: 100 }, (_, row) => ({ id: fed - 100 + row, text: 'row' })));
    };
    await feed();
    const { body } = await original.v1({ path: '/pipes', body: store.pipeInto('restored') });
    expect(body.errors).toBeUndefined();
    const engine = doorOf(original);
    await expect.poll(() => idsIn(engine, 'restored')).not.toEqual([]);
    const file = join(temporaryFolder(), 'backup.db');
    let backing = true;
    const backup = runCommand(['backup', file], { PENSTOCK_DATA: folder }).finally(() => {
      backing = false;
    });
    while (backing && fed < MOST_FED) await feed();
    expect(await backup).toMatchObject({ code: 0 });
    await feed();
    await engine.close();
    await original.stop();

    const copy = temporaryFolder();
    for (const name of ['secret.key', 'credentials.json']) cpSync(join(folder, name), join(copy, name));
    cpSync(file, join(copy, 'penstock.db'));
    mkdirSync(join(copy, 'engine'), { mode: 0o700 });
    cpSync(`${file}.engine`, join(copy, 'engine/store'), { recursive: true });
    const restored = await startServer({ environment: withEngine(copy) });
    const copied = doorOf(restored);
    const all = Array.from({ length: fed }, (_, id) => id);
    await expect.poll(async () => (await idsIn(copied, 'restored')).length).toBe(all.length);
    expect(await idsIn(copied, 'restored')).toEqual(all);
    await copied.close();
    await store.close();
  });
});

function doorOf({ dataFolder }: TestServer): EnginePort {
  return remoteEngine({ url: 'http://engine', socketPath: join(dataFolder, 'engine.sock') });
}

/** Empty while there is no table. */
async function idsIn(engine: EnginePort, table: string): Promise<number[]> {
  const result = await engine
    .query({ sql: `SELECT id FROM \`default\`.${table} ORDER BY id` })
    .catch(() => undefined);
  return result?.rows<{ id: string }>().map(({ id }) => Number(id)) ?? [];
}
