import { randomUUID } from 'node:crypto';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { EnginePort } from '../../src/port/engine-port.ts';
import { qualifiedName } from '../../src/port/names.ts';
import { remoteEngine } from '../../src/port/remote/remote-engine.ts';
import { INSTALLED } from '../support/engines.ts';
import { sharedEngine } from '../support/shared-engine.ts';

/** A ClickHouse server to run the suite against, for example http://127.0.0.1:8123. */
const SERVER = process.env.PENSTOCK_TEST_CLICKHOUSE_URL;

interface Opened {
  readonly engine: EnginePort;
  close(): Promise<void>;
}

describe.runIf(INSTALLED)('the embedded engine', () => suite(openEmbedded));
describe.runIf(INSTALLED)('the remote engine, through the socket of an embedded one', () =>
  suite(openThroughSocket),
);
describe.runIf(SERVER !== undefined)('the remote engine, on a ClickHouse server', () => suite(openServer));

function suite(open: () => Promise<Opened>): void {
  let opened: Opened;
  let engine: EnginePort;
  const database = `test_${randomUUID().replaceAll('-', '')}`;
  const table = { database, table: 'odd `name`' };
  const name = qualifiedName(table);
  beforeAll(async () => {
    opened = await open();
    engine = opened.engine;
    await engine.command({ sql: `CREATE DATABASE ${database}` });
    await engine.command({
      sql: `CREATE TABLE ${name} (id UInt64, text String) ENGINE = MergeTree ORDER BY id SETTINGS non_replicated_deduplication_window = 100`,
    });
  });
  afterAll(async () => {
    await engine?.command({ sql: `DROP DATABASE ${database}` });
    await opened?.close();
  });
  const count = async () =>
    (await engine.query({ sql: `SELECT toUInt32(count()) AS rows FROM ${name}` })).rows<{ rows: number }>()[0]
      ?.rows;

  test('responds with its version and is ready', async () => {
    await engine.query({ sql: 'SELECT 1' });
    expect(engine.status).toMatchObject({ state: 'ready', version: expect.stringMatching(/^\d+\.\d+\./) });
    expect(engine.status.location).toMatch(/^(\/|https?:)/);
  });

  test('binds values by type, whatever they contain', async () => {
    const text = `it's "quoted" \\ \n\ttab \u0001 ü {x:String}; DROP TABLE x --`;
    const sql =
      'SELECT {text:String} AS text, {list:Array(String)} AS list, {n:Nullable(UInt8)} AS n, {big:UInt64} AS big';
    const parameters = { text, list: ["it's", 'b\\'], n: null, big: '18446744073709551615' };
    const settings = { output_format_json_quote_64bit_integers: 1 };
    expect((await engine.query({ sql, parameters, settings })).rows()).toEqual([parameters]);
  });

  test('binds names', async () => {
    const sql = 'SELECT toUInt32(sum({column:Identifier})) AS total FROM numbers(4)';
    expect((await engine.query({ sql, parameters: { column: 'number' } })).rows()).toEqual([{ total: 6 }]);
  });

  test('statements that run at once keep their own values', async () => {
    const ask = async (value: number) => {
      const sql = 'SELECT {value:UInt32} AS value FROM numbers(1000) LIMIT 1';
      return (await engine.query({ sql, parameters: { value } })).rows()[0];
    };
    const values = Array.from({ length: 40 }, (_, value) => value);
    expect(await Promise.all(values.map(ask))).toEqual(values.map((value) => ({ value })));
  });

  test('settings may be long, as a schema is', async () => {
    const log_comment = 'x'.repeat(200_000);
    const sql = `SELECT length(getSetting('log_comment')) AS length`;
    expect((await engine.query({ sql, settings: { log_comment } })).rows()).toEqual([
      { length: expect.toSatisfy((length) => Number(length) === 200_000) },
    ]);
  });

  test('settings apply to one statement only', async () => {
    const sql = "SELECT getSetting('max_block_size') AS size";
    const size = async (settings?: Record<string, number>) =>
      Number((await engine.query({ sql, ...(settings && { settings }) })).rows()[0]?.size);
    const before = await size();
    expect(await size({ max_block_size: 4_711 })).toBe(4_711);
    expect(await size()).toBe(before);
  });

  test('returns other formats as bytes', async () => {
    const { bytes } = await engine.query({ sql: 'SELECT 1 AS x, number FROM numbers(3)', format: 'Parquet' });
    expect(Buffer.from(bytes).subarray(0, 4).toString()).toBe('PAR1');
    const csv = await engine.query({ sql: "SELECT 1 AS x, 'a,b' AS y", format: 'CSVWithNames' });
    expect(csv.text()).toBe('"x","y"\n1,"a,b"\n');
  });

  test('a large result in a format with a heading has it once', async () => {
    const sql = 'SELECT number FROM numbers(1000000)';
    const csv = (await engine.query({ sql, format: 'CSVWithNames' })).text();
    expect(csv.match(/"number"/g)).toHaveLength(1);
    const own = await engine.query({ sql: `${sql} -- all\nFORMAT JSONCompact`, format: 'CSV' });
    expect(JSON.parse(own.text()).rows).toBe(1_000_000);
    const { bytes } = await engine.query({ sql, format: 'Parquet' });
    expect(Buffer.from(bytes).toString('latin1').match(/PAR1/g)).toHaveLength(2);
  });

  test('streams a result at the pace of its reader', async () => {
    let [bytes, chunks] = [0, 0];
    for await (const chunk of engine.stream({
      sql: 'SELECT number FROM numbers(2000000)',
      format: 'TabSeparated',
    })) {
      bytes += chunk.length;
      chunks += 1;
    }
    expect(bytes).toBe(14_888_890);
    expect(chunks).toBeGreaterThan(1);
  });

  test('a stream that is left early ends, and the next statement works', async () => {
    for await (const chunk of engine.stream({ sql: 'SELECT number FROM numbers(100000000)' })) {
      expect(chunk.length).toBeGreaterThan(0);
      break;
    }
    expect((await engine.query({ sql: 'SELECT 1 AS one' })).rows()).toEqual([{ one: 1 }]);
  });

  test('an error after the first rows of a result rejects, and is not part of the result', async () => {
    const read = async () => {
      let text = '';
      const sql = 'SELECT throwIf(number = 300000) FROM numbers(500000)';
      const settings = { max_threads: 1, max_block_size: 1000 };
      for await (const chunk of engine.stream({ sql, settings, format: 'TabSeparated' })) text += chunk;
      return text;
    };
    await expect(read()).rejects.toMatchObject({ name: 'EngineError', code: 395 });
  });

  test('inserts what a SELECT makes of the data, and drops a repetition with the same token', async () => {
    const before = (await count()) ?? 0;
    const structure = "`k'ey` UInt64, `t` Tuple(\\n a String)".replaceAll("'", "\\'");
    const insert = () =>
      engine.query({
        sql: `INSERT INTO ${name} (id, text) SELECT \`k'ey\`, t.a FROM input('${structure}') FORMAT JSONEachRow`,
        data: Readable.from(['{"k\'ey":71,"t":{"a":"one"}}\n', '{"k\'ey":72}\n']),
        settings: { insert_deduplicate: 1, insert_deduplication_token: 'selected' },
      });
    await insert();
    await insert();
    expect(await count()).toBe(before + 2);
    const rows = (
      await engine.query({ sql: `SELECT text FROM ${name} WHERE id IN (71, 72) ORDER BY id` })
    ).rows();
    expect(rows).toEqual([{ text: 'one' }, { text: '' }]);
  });

  test('inserts bytes, and drops a repetition with the same token', async () => {
    const before = (await count()) ?? 0;
    const bytes = Buffer.from('{"id":1,"text":"one"}\n{"id":2,"text":"two"}\n');
    await engine.insert({ table, bytes, format: 'JSONEachRow', token: 'first' });
    await engine.insert({ table, bytes, format: 'JSONEachRow', token: 'first' });
    expect(await count()).toBe(before + 2);
    await engine.insert({ table, bytes, format: 'JSONEachRow', token: 'second' });
    expect(await count()).toBe(before + 4);
  });

  test('the token of one insert does not apply to later ones', async () => {
    const before = (await count()) ?? 0;
    await engine.insert({ table, bytes: Buffer.from('7,seven\n'), format: 'CSV', token: 'seven' });
    for (const id of [8, 9, 10])
      await engine.insert({ table, bytes: Buffer.from(`${id},text\n`), format: 'CSV' });
    expect(await count()).toBe(before + 4);
  });

  test('inserts from a stream, and in a binary format', async () => {
    const before = (await count()) ?? 0;
    const lines = Readable.from(Array.from({ length: 50 }, (_, id) => Buffer.from(`${id}\tstreamed\n`)));
    await engine.insert({ table, bytes: lines, format: 'TabSeparated' });
    const sql = "SELECT toUInt64(number) AS id, 'parquet' AS text FROM numbers(25)";
    const { bytes } = await engine.query({ sql, format: 'Parquet' });
    await engine.insert({ table, bytes, format: 'Parquet' });
    expect(await count()).toBe(before + 75);
  });

  test('an insert whose data does not fit inserts nothing', async () => {
    const before = await count();
    const bytes = Buffer.from('1\tone\nnot a number\ttwo\n');
    await expect(engine.insert({ table, bytes, format: 'TabSeparated' })).rejects.toMatchObject({ code: 27 });
    expect(await count()).toBe(before);
  });

  test('the data of an insert that breaks off is not inserted', async () => {
    const before = await count();
    const broken = Readable.from(
      (async function* () {
        yield Buffer.from('1\tone\n');
        throw new Error('the source is gone');
      })(),
    );
    await expect(engine.insert({ table, bytes: broken, format: 'TabSeparated' })).rejects.toThrow();
    expect(await count()).toBe(before);
  });

  test.each([
    ['SELECT * FROM nowhere', 60, 'UNKNOWN_TABLE', /^The table does not exist \(UNKNOWN_TABLE, code 60\): /],
    ['SELECT nothing FROM numbers(1)', 47, 'UNKNOWN_IDENTIFIER', /does not exist/],
    ['SELECT FROM WHERE', 62, 'SYNTAX_ERROR', /^The statement is not valid SQL/],
    ['SELECT * FROM nowhere.table', 81, 'UNKNOWN_DATABASE', /^The database does not exist/],
  ])('%s is rejected with the code of ClickHouse and a sentence', async (sql, code, type, sentence) => {
    await expect(engine.query({ sql })).rejects.toMatchObject({
      name: 'EngineError',
      code,
      type,
      message: expect.stringMatching(sentence),
    });
  });

  test('a statement that may only read changes nothing', async () => {
    const limits = { readonly: true };
    await expect(engine.command({ sql: `TRUNCATE TABLE ${name}`, limits })).rejects.toMatchObject({
      code: 164,
    });
    expect(
      (await engine.query({ sql: 'SELECT {a:UInt8} AS a', parameters: { a: 1 }, limits })).rows(),
    ).toEqual([{ a: 1 }]);
  });

  test('time, memory and rows are limited per statement', async () => {
    const endless = 'SELECT sum(cityHash64(number)) FROM numbers(1000000000000)';
    await expect(engine.query({ sql: endless, limits: { seconds: 1 } })).rejects.toMatchObject({ code: 159 });
    const large = 'SELECT length(groupArray(toString(number))) FROM numbers(20000000)';
    await expect(engine.query({ sql: large, limits: { memoryBytes: 50_000_000 } })).rejects.toMatchObject({
      code: 241,
    });
    const long = 'SELECT number FROM numbers(1000)';
    await expect(engine.query({ sql: long, limits: { resultRows: 10 } })).rejects.toMatchObject({
      code: 396,
    });
  });

  test('a statement that is aborted rejects at once with the reason', async () => {
    const reason = new Error('no longer needed');
    const stop = new AbortController();
    const sql = 'SELECT sum(cityHash64(number)) FROM numbers(1000000000000)';
    const running = engine.query({ sql, limits: { seconds: 3 }, signal: stop.signal });
    setTimeout(() => stop.abort(reason), 200);
    await expect(running).rejects.toBe(reason);
    expect((await engine.query({ sql: 'SELECT 1 AS one' })).rows()).toEqual([{ one: 1 }]);
  });

  test.each(['JSONEachRow', 'JSONCompactEachRowWithNamesAndTypes'])(
    'an aborted statement stops: %s',
    async (format) => {
      const stop = new AbortController();
      const marker = `marker_${randomUUID().replaceAll('-', '')}`;
      const sql = `SELECT sum(cityHash64(number, {seed:UInt8})) AS ${marker} FROM numbers(1000000000000)`;
      const running = engine.query({
        sql,
        parameters: { seed: 1 },
        format,
        limits: { readonly: true, seconds: 600 },
        signal: stop.signal,
      });
      const count = async () => {
        const found = `SELECT toUInt32(count()) AS rows FROM system.processes WHERE position(query, '${marker}') > 0 AND NOT startsWith(query, 'SELECT toUInt32')`;
        return (await engine.query({ sql: found })).rows<{ rows: number }>()[0]?.rows;
      };
      await expect.poll(count).toBe(1);
      stop.abort();
      await expect(running).rejects.toThrow();
      await expect.poll(count, { timeout: 60_000 }).toBe(0);
    },
  );
}

async function openEmbedded(): Promise<Opened> {
  return { engine: await sharedEngine(), close: async () => {} };
}

async function openThroughSocket(): Promise<Opened> {
  const { location } = (await sharedEngine()).status;
  const engine = remoteEngine({ url: 'http://engine', socketPath: join(dirname(location), 'engine.sock') });
  return { engine, close: () => engine.close() };
}

async function openServer(): Promise<Opened> {
  const { PENSTOCK_TEST_CLICKHOUSE_USER: user, PENSTOCK_TEST_CLICKHOUSE_PASSWORD: password } = process.env;
  const engine = remoteEngine({ url: SERVER ?? '', user, password });
  return { engine, close: () => engine.close() };
}
