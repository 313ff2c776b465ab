import { join } from 'node:path';
import { remoteEngine } from '@penstock/engine';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestServer, type TestServer } from '../../src/api/testing/test-server.ts';
import { ENGINE_INSTALLED, withEngine } from '../support/engine.ts';
import { type ObjectStore, openObjectStore } from '../support/object-store.ts';
import { stateOf } from '../support/pipe-calls.ts';

describe.runIf(ENGINE_INSTALLED)('a pipe of a server with an engine', () => {
  let server: TestServer;
  let store: ObjectStore;
  beforeAll(async () => {
    store = await openObjectStore();
    server = await openTestServer({ environment: withEngine() });
  });
  afterAll(async () => {
    await server.stop();
    await store.close();
  });

  const create = async (table: string, isContinuous: boolean) => {
    const { status, body } = await server.v1({ path: '/pipes', body: store.pipeInto(table, isContinuous) });
    expect([status, body.errors]).toEqual([200, undefined]);
    return body.result.id as string;
  };
  const engine = () =>
    remoteEngine({ url: 'http://engine', socketPath: join(server.dataFolder, 'engine.sock') });
  const idsIn = async (table: string) => {
    const rows = await engine().query({ sql: `SELECT id FROM default.${table} ORDER BY id` });
    return rows.rows<{ id: string }>().map(({ id }) => Number(id));
  };

  test('moves the rows of objects, and reports what it moved', async () => {
    await store.put('a/1.json', [
      { id: 1, text: 'one' },
      { id: 2, text: 'two' },
    ]);
    const id = await create('once', false);
    await expect.poll(() => stateOf(server, id), { timeout: 20_000 }).toBe('Completed');
    expect(await idsIn('once')).toEqual([1, 2]);
    const { result } = (await server.v1({ path: `/pipes/${id}/metrics` })).body;
    expect(result).toMatchObject({ simulated: false, total: { rows: 2, batches: 1, errors: 0 } });
  });
});
