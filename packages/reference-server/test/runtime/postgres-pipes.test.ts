import { join } from 'node:path';
import { type EnginePort, remoteEngine } from '@penstock/engine';
import { createPostgresDatabase } from '@penstock/postgresql/databases';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { openTestServer, type TestServer } from '../../src/api/testing/test-server.ts';
import { ENGINE_INSTALLED, withEngine } from '../support/engine.ts';
import { command, patch, stateOf } from '../support/pipe-calls.ts';

describe.runIf(ENGINE_INSTALLED)('a Postgres pipe of a server with an engine', () => {
  let server: TestServer;
  let engine: EnginePort;
  beforeAll(async () => {
    server = await openTestServer({ environment: withEngine() });
    engine = remoteEngine({ url: 'http://engine', socketPath: join(server.dataFolder, 'engine.sock') });
  });
  afterAll(async () => {
    await engine.close();
    await server.stop();
  });

  const reaches = (id: string, state: string) => expect.poll(() => stateOf(server, id)).toBe(state);
  const rowsIn = async (table: string) => {
    const result = await engine
      .query({ sql: `SELECT id, text FROM \`default\`.${table} FINAL ORDER BY id` })
      .catch(() => undefined);
    return result?.rows<{ id: number; text: string }>().map(({ id, text }) => [id, text]) ?? [];
  };
  const has = (table: string, rows: unknown[]) => expect.poll(() => rowsIn(table)).toEqual(rows);
  const mapping = (name: string) => ({ sourceSchemaName: 'public', sourceTable: name, targetTable: name });

  const openDatabase = async () => {
    const url = new URL(await createPostgresDatabase('tcp'));
    const client = new Client({ connectionString: url.href });
    await client.connect();
    onTestFinished(() => client.end());
    return { url, client };
  };
  const create = (url: URL, table: string) => {
    const postgres = {
      ...{ host: url.hostname, port: Number(url.port), database: url.pathname.slice(1), disableTls: true },
      credentials: { username: url.username, password: url.password },
      settings: { syncIntervalSeconds: 1 },
      tableMappings: [mapping(table)],
    };
    return server.v1({ path: '/pipes', body: { name: 'Shop', source: { postgres }, destination: {} } });
  };

  test('moves rows, changes and added tables, and leaves nothing in the database when it is deleted', async () => {
    const { url, client } = await openDatabase();
    await client.query('CREATE TABLE orders (id int PRIMARY KEY, text text)');
    await client.query('CREATE TABLE items (id int PRIMARY KEY, text text)');
    await client.query(`INSERT INTO orders VALUES (1, 'one'), (2, 'two')`);
    const created = await create(url, 'orders');
    expect([created.status, created.body.errors]).toEqual([200, undefined]);
    const { id } = created.body.result;
    await reaches(id, 'Running');
    expect(await rowsIn('orders')).toEqual([
      [1, 'one'],
      [2, 'two'],
    ]);

    await client.query(`INSERT INTO orders VALUES (3, 'three')`);
    await client.query(`UPDATE orders SET text = 'changed' WHERE id = 1`);
    await client.query('DELETE FROM orders WHERE id = 2');
    const changed = [
      [1, 'changed'],
      [3, 'three'],
    ];
    await has('orders', changed);
    const metrics = async () => (await server.v1({ path: `/pipes/${id}/metrics` })).body.result;
    await expect.poll(metrics).toMatchObject({
      total: { rows: 5 },
      snapshot: { tables: 1, copiedTables: 1, copiedRows: 2 },
      retainedLogBytes: expect.any(Number),
    });

    await command(server, id, 'stop');
    await reaches(id, 'Paused');
    await client.query(`INSERT INTO items VALUES (1, 'item')`);
    await client.query(`INSERT INTO orders VALUES (4, 'four')`);
    await patch(server, id, { source: { postgres: { tableMappingsToAdd: [mapping('items')] } } });
    await command(server, id, 'start');
    await has('orders', [...changed, [4, 'four']]);
    await has('items', [[1, 'item']]);
    await reaches(id, 'Running');

    await patch(server, id, { source: { postgres: { tableMappingsToRemove: [mapping('items')] } } });
    await reaches(id, 'Running');
    await command(server, id, 'resync');
    await reaches(id, 'Running');
    await client.query('DELETE FROM orders WHERE id = 1');
    await has('orders', [
      [3, 'three'],
      [4, 'four'],
    ]);

    await server.v1({ method: 'DELETE', path: `/pipes/${id}` });
    const made = `SELECT slot_name AS name FROM pg_replication_slots WHERE database = current_database()
      UNION ALL SELECT pubname FROM pg_publication`;
    await expect.poll(async () => (await client.query(made)).rows).toEqual([]);
    expect(await rowsIn('orders')).toHaveLength(2);
  });

  test('warns while it is paused if the database keeps more log than usual', async () => {
    const { url, client } = await openDatabase();
    await client.query('CREATE TABLE visits (id int PRIMARY KEY, text text)');
    const { id } = (await create(url, 'visits')).body.result;
    await reaches(id, 'Running');
    await setLogSize(client, '32MB');
    onTestFinished(() => setLogSize(client, 'DEFAULT'));

    const open = new Client({ connectionString: url.href });
    await open.connect();
    // The slot keeps the log since the begin of this transaction, whatever the pipe has read.
    await open.query('BEGIN');
    await open.query(`INSERT INTO visits VALUES (1, 'visit')`);
    for (let segment = 0; segment < 5; segment += 1)
      await client.query(`SELECT pg_logical_emit_message(false, 'test', 'text'), pg_switch_wal()`);
    await command(server, id, 'stop');
    const failure = async () => (await server.v1({ path: `/pipes/${id}` })).body.result.failure;
    await expect.poll(failure).toMatchObject({
      code: 'source_log_retained',
      message: expect.stringContaining('Start the pipe, or delete it'),
    });
    const { body } = await server.v1({ path: `/pipes/${id}/metrics` });
    expect(body.result.retainedLogBytes).toBeGreaterThan(32 * 1024 * 1024);

    await open.query('COMMIT');
    await open.end();
    await command(server, id, 'start');
    await has('visits', [[1, 'visit']]);
    expect(await failure()).toBeUndefined();
    await server.v1({ method: 'DELETE', path: `/pipes/${id}` });
  });
});

async function setLogSize(client: Client, size: string): Promise<void> {
  await client.query(`ALTER SYSTEM SET max_wal_size = ${size === 'DEFAULT' ? size : `'${size}'`}`);
  await client.query('SELECT pg_reload_conf()');
}
