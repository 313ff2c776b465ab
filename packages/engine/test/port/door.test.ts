import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { Agent, type AgentOptions, type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { ClickHouseLogLevel, createClient } from '@clickhouse/client';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type EmbeddedEngine, embeddedEngine } from '../../src/port/embedded/embedded-engine.ts';
import { MEMORY_MB } from '../support/engine-memory.ts';
import { INSTALLED, makeFolder } from '../support/engines.ts';

/** The types of Node.js lack the option `socketPath` of agents. */
function agentFor(socketPath: string): Agent {
  const options = { socketPath };
  return new Agent(options as AgentOptions);
}

describe.runIf(INSTALLED)('the socket of the embedded engine', () => {
  const folder = makeFolder();
  const socketPath = join(folder, 'engine.sock');
  let engine: EmbeddedEngine;
  beforeAll(async () => {
    engine = await embeddedEngine({ dataFolder: folder, memoryMb: MEMORY_MB });
    await engine.command({
      sql: 'CREATE TABLE visits (id UInt64, url String) ENGINE = MergeTree ORDER BY id',
    });
  });
  afterAll(async () => {
    await engine?.close();
    rmSync(folder, { recursive: true });
  });

  const call = async (
    query: Record<string, string>,
    body?: Buffer | string,
    headers = {},
    method = 'POST',
  ) => {
    const path = `/?${new URLSearchParams(query)}`;
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      request({ socketPath, path, method, headers }, resolve).once('error', reject).end(body);
    });
    return { status: response.statusCode, headers: response.headers, body: await text(response) };
  };

  test('responds to curl', async () => {
    const run = async (...args: string[]) =>
      (await promisify(execFile)('curl', ['-sS', '--unix-socket', socketPath, ...args])).stdout;
    expect(await run('http://engine/?query=SELECT%201%2B1')).toBe('2\n');
    expect(await run('http://engine/ping')).toBe('Ok.\n');
    expect(
      await run(
        'http://engine/',
        '-d',
        'SELECT {x:UInt8} + 1 AS y FORMAT JSONEachRow',
        '--url-query',
        'param_x=4',
      ),
    ).toBe('{"y":5}\n');
  });

  test('works with the client of ClickHouse', async () => {
    const log = { level: ClickHouseLogLevel.OFF };
    const client = createClient({ url: 'http://engine', http_agent: agentFor(socketPath), log });
    onTestFinished(() => client.close());
    expect(await client.ping()).toEqual({ success: true });
    const values = [
      { id: '1', url: '/one' },
      { id: '2', url: '/two' },
    ];
    await client.insert({ table: 'visits', values, format: 'JSONEachRow' });
    const query = 'SELECT * FROM visits WHERE url = {url:String}';
    const result = await client.query({ query, query_params: { url: '/two' }, format: 'JSONEachRow' });
    expect(await result.json()).toEqual([{ id: 2, url: '/two' }]);
    await expect(client.query({ query: 'SELECT * FROM nowhere' })).rejects.toMatchObject({
      code: '60',
      type: 'UNKNOWN_TABLE',
    });
    await client.command({ query: 'TRUNCATE TABLE visits' });
  });

  test('an error has its code in a header, and a status', async () => {
    const { status, headers, body } = await call({ query: 'SELECT * FROM nowhere' });
    expect([status, headers['x-clickhouse-exception-code']]).toEqual([404, '60']);
    expect(body).toMatch(/^Code: 60\. DB::Exception: Unknown table/);
  });

  test.each([
    ['no statement', {}, undefined, 400, /the statement is empty/],
    ['an INSERT without a format', { query: 'INSERT INTO visits' }, '1', 400, /must end with FORMAT/],
    ['an unknown setting', { query: 'SELECT 1', no_such_setting: '1' }, undefined, 500, /no_such_setting/],
    [
      'a parameter without a value',
      { query: 'SELECT {x:UInt8}' },
      undefined,
      400,
      /Substitution `x` is not set/,
    ],
  ])('%s is rejected', async (_what, query, body, status, message) => {
    const response = await call(query, body);
    expect(response.status).toBe(status);
    expect(response.body).toMatch(message);
  });

  test('clients that do not read a large result keep no other statement waiting', async () => {
    const query = new URLSearchParams({
      query: "SELECT repeat('x', 1000) FROM numbers(8000) FORMAT JSONCompactEachRowWithNames",
    });
    const readers = await Promise.all(
      Array.from({ length: 16 }, async () => {
        const reader = await new Promise<IncomingMessage>((resolve, reject) => {
          request({ socketPath, path: `/?${query}`, method: 'POST' }, resolve)
            .once('error', reject)
            .end();
        });
        onTestFinished(() => void reader.destroy());
        return reader.pause();
      }),
    );
    expect((await call({ query: 'SELECT 1' })).body).toBe('1\n');
    expect((await text(readers[0] as IncomingMessage)).split('\n')).toHaveLength(8_002);
  });

  test('a GET request may only read', async () => {
    const { status, body } = await call({ query: 'TRUNCATE TABLE visits' }, undefined, {}, 'GET');
    expect([status, body]).toEqual([403, expect.stringContaining('READONLY')]);
  });

  test('other paths do not exist', async () => {
    const response = await new Promise<IncomingMessage>((resolve) => {
      request({ socketPath, path: '/play' }, resolve).end();
    });
    expect(response.resume().statusCode).toBe(404);
  });

  test('a session keeps its settings and temporary tables, and others do not see them', async () => {
    const session_id = 'mine';
    await call({ session_id }, 'CREATE TEMPORARY TABLE seen (x UInt8)');
    await call({ session_id }, 'SET max_block_size = 17');
    const sql = "SELECT getSetting('max_block_size')";
    expect((await call({ session_id }, sql)).body).toBe('17\n');
    expect((await call({ session_id }, 'SELECT count() FROM seen')).body).toBe('0\n');
    expect((await call({}, sql)).body).not.toBe('17\n');
    expect((await call({}, 'SELECT count() FROM seen')).status).toBe(404);
  });

  test('a session runs one statement at a time', async () => {
    const session_id = 'busy';
    const slow = call({ session_id }, 'SELECT sleep(2)');
    await expect.poll(async () => (await call({}, 'SELECT count() FROM system.processes')).body).toBe('2\n');
    expect(await call({ session_id }, 'SELECT 1')).toMatchObject({
      status: 409,
      body: expect.stringContaining('SESSION_IS_LOCKED'),
    });
    expect((await slow).status).toBe(200);
  });

  test('SET without a session affects no other statement', async () => {
    await call({}, 'SET max_block_size = 23');
    expect((await call({}, "SELECT getSetting('max_block_size')")).body).not.toBe('23\n');
  });

  test('data can be compressed, part of the statement, or values', async () => {
    await call({}, 'TRUNCATE TABLE visits');
    const gzip = { 'content-encoding': 'gzip' };
    expect((await call({ query: 'INSERT INTO visits FORMAT CSV' }, gzipSync('1,/a\n'), gzip)).status).toBe(
      200,
    );
    expect((await call({}, 'INSERT INTO visits (id) FORMAT JSONEachRow {"id":2}')).status).toBe(200);
    expect((await call({}, "INSERT INTO visits VALUES (3, '/c')")).status).toBe(200);
    expect(
      (await call({ query: 'INSERT INTO visits (id, url) SETTINGS max_threads = 1 VALUES' }, "(4, '/d')"))
        .status,
    ).toBe(200);
    expect((await call({}, 'SELECT groupArray(id) FROM (SELECT id FROM visits ORDER BY id)')).body).toBe(
      '[1,2,3,4]\n',
    );
    const odd = await call({ query: 'INSERT INTO visits FORMAT CSV' }, 'x', { 'content-encoding': 'br' });
    expect([odd.status, odd.body]).toEqual([501, expect.stringContaining('use gzip')]);
  });

  test('a caller that leaves does not occupy the engine', async () => {
    const running = async () => (await call({}, 'SELECT count() FROM system.processes')).body;
    const left = request({ socketPath, path: '/?query=SELECT%20number%20FROM%20numbers(1000000000000)' });
    left.once('error', () => {}).end();
    await expect.poll(running).toBe('2\n');
    left.destroy();
    await expect.poll(running).toBe('1\n');
  });
});
