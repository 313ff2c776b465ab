import { setTimeout } from 'node:timers/promises';
import { median } from '@penstock/bench/median';
import { cpuSeconds } from '@penstock/bench/process-figures';
import { timedRounds } from '@penstock/bench/timed-rounds';
import { openPostgres, type PostgresServer } from '@penstock/postgresql/server';
import pg from 'pg';
import type { PipeRuntime, RuntimePipe } from '../src/pipe-runtime.ts';
import type { EmbeddedEngine } from '../src/port/embedded/embedded-engine.ts';
import { qualifiedName, quoteText } from '../src/port/names.ts';
import { engineRuntime } from '../src/runtime.ts';
import { postgresSource } from '../src/sources/postgres/postgres-mover.ts';
import { type MemoryLedger, memoryLedger } from '../test/support/memory-ledger.ts';
import { definedPipe, mapping } from '../test/support/postgres/defined-pipe.ts';

/** Customers of a shop: rows of about 100 bytes. */
const TABLE = `CREATE TABLE customers (id bigint PRIMARY KEY, name text NOT NULL, balance numeric(10,2), changed timestamptz NOT NULL,
  active boolean NOT NULL, city text)`;
const ROWS = `SELECT i, 'customer number ' || i, (i % 100000) / 100.0, now() - i * interval '1 second', i % 3 = 0,
  CASE WHEN i % 5 > 0 THEN 'city ' || (i % 1000) END`;

const COPIED_ROWS = 1_000_000;
const CHANGED_ROWS = 200_000;
const CHANGES_PER_TRANSACTION = 100;

interface Parts {
  readonly engine: EmbeddedEngine;
  readonly client: pg.Client;
  readonly url: URL;
}

/** Runs a benchmark with a database of its own. */
export async function withPostgres<Result>(
  engine: EmbeddedEngine,
  work: (parts: Parts) => Promise<Result>,
): Promise<Result> {
  const server: PostgresServer = await openPostgres();
  try {
    const url = new URL(await server.createDatabase('tcp'));
    const client = new pg.Client({ connectionString: url.href });
    await client.connect();
    await client.query(TABLE);
    try {
      return await work({ engine, client, url });
    } finally {
      await client.end();
    }
  } finally {
    await server.close();
  }
}

/** CPU seconds of this process and of the engine during some work. */
async function cpuOf(engine: EmbeddedEngine, work: () => Promise<unknown>): Promise<number> {
  const before = { own: process.cpuUsage(), engine: cpuSeconds(engine.pid) };
  await work();
  const { user, system } = process.cpuUsage(before.own);
  return (user + system) / 1e6 + cpuSeconds(engine.pid) - before.engine;
}

interface OpenedPipe {
  readonly runtime: PipeRuntime;
  readonly ledger: MemoryLedger;
  readonly pipe: RuntimePipe;
  readonly table: string;
}

function openPipe({ engine, url }: Parts, rowsPerPartition = 100_000): OpenedPipe {
  const ledger = memoryLedger();
  const sources = { postgres: async () => postgresSource };
  const runtime = engineRuntime({ engine, ledger, allowedHosts: undefined, sources });
  const settings = { snapshotNumRowsPerPartition: rowsPerPartition, initialLoadParallelism: 4 };
  const pipe = definedPipe(url, { settings, source: { tableMappings: [mapping('customers')] } });
  const table = qualifiedName({ database: `${pipe.databasePrefix}shop`, table: 'customers' });
  return { runtime, ledger, pipe, table };
}

async function reach(
  { runtime, pipe }: OpenedPipe,
  ...states: readonly RuntimePipe['state'][]
): Promise<void> {
  for (const state of states) await runtime.reachNextState({ ...pipe, state }, new AbortController().signal);
}

/** Moves changes until a condition is met, which is examined after each batch. */
async function moveUntil({ runtime, pipe }: OpenedPipe, isDone: () => boolean): Promise<void> {
  const stop = new AbortController();
  await runtime.move?.({ ...pipe, state: 'Running' }, stop.signal, () => {
    if (isDone()) stop.abort();
  });
}

/** CPU seconds of a copy by a pipe, with partitions of two sizes, and by a statement of the engine. */
export async function copySeconds(parts: Parts, rounds: number) {
  const { engine, client, url } = parts;
  await client.query(`INSERT INTO customers ${ROWS} FROM generate_series(1, ${COPIED_ROWS}) i`);
  await client.query('ANALYZE customers');
  const seconds = { small: [] as number[], large: [] as number[], plain: [] as number[] };
  for (const _ of timedRounds(rounds)) {
    seconds.small.push(await copyOnce(parts, 100_000));
    seconds.large.push(await copyOnce(parts, COPIED_ROWS));
    const { table } = openPipe(parts);
    const plain = `${table.slice(0, -1)}_plain\``;
    await engine.command({ sql: `CREATE DATABASE ${table.split('.')[0]}` });
    await engine.command({ sql: `CREATE TABLE ${plain} ${PLAIN_TABLE}` });
    const access = [url.host, url.pathname.slice(1), 'customers', url.username, url.password].map(quoteText);
    const sql = `INSERT INTO ${plain} SELECT *, 0, 0 FROM postgresql(${access.join(', ')})`;
    seconds.plain.push(await cpuOf(engine, () => engine.command({ sql })));
    await engine.command({ sql: `DROP TABLE ${plain}` });
  }
  return {
    ...{ small: median(seconds.small), large: median(seconds.large), plain: median(seconds.plain) },
    rows: COPIED_ROWS,
  };
}

/** The table that a pipe makes. */
const PLAIN_TABLE = `(id Int64, name String, balance Nullable(Decimal(10, 2)), changed DateTime64(6, 'UTC'), active Bool,
  city Nullable(String), _version UInt64, _is_deleted UInt8) ENGINE = ReplacingMergeTree(_version, _is_deleted) ORDER BY id
  SETTINGS fsync_after_insert = 1, fsync_part_directory = 1`;

async function copyOnce(parts: Parts, rowsPerPartition: number): Promise<number> {
  const opened = openPipe(parts, rowsPerPartition);
  await reach(opened, 'Provisioning', 'Setup');
  const seconds = await cpuOf(parts.engine, () => reach(opened, 'Snapshot'));
  await parts.engine.command({ sql: `DROP TABLE ${opened.table}` });
  await opened.runtime.release(opened.pipe);
  return seconds;
}

/** Changes per CPU second: inserts, updates and deletions, in transactions of 100 changes, that are waiting when the pipe starts. */
export async function changesPerSecond(parts: Parts): Promise<number> {
  const { engine, client } = parts;
  const opened = openPipe(parts);
  await reach(opened, 'Provisioning', 'Setup', 'Snapshot');
  const copied = opened.ledger.entry(opened.pipe.id).total.rows;
  for (let from = 0; from < CHANGED_ROWS; from += CHANGES_PER_TRANSACTION) {
    const ids = `generate_series(${from + 1}, ${from + CHANGES_PER_TRANSACTION}) i`;
    await client.query(`INSERT INTO customers ${ROWS} FROM ${ids}`);
    await client.query(`UPDATE customers SET balance = balance + 1 WHERE id > ${from} AND id % 2 = 0`);
    await client.query(`DELETE FROM customers WHERE id > ${from} AND id % 10 = 0`);
  }
  const changes = CHANGED_ROWS * 1.6;
  const seconds = await cpuOf(engine, () =>
    moveUntil(opened, () => opened.ledger.entry(opened.pipe.id).total.rows - copied >= changes),
  );
  await opened.runtime.release(opened.pipe);
  return changes / seconds;
}

const LIVE_SECONDS = 20;
const PER_TICK = 10;
const TICK_MS = 10;

/** The time from a commit to the first query that returns its row: 1,000 rows per second, one per transaction. */
export async function visibleSeconds(parts: Parts): Promise<{ median: number; p95: number }> {
  const { engine, client } = parts;
  await client.query('TRUNCATE customers');
  const opened = openPipe(parts);
  await reach(opened, 'Provisioning', 'Setup', 'Snapshot');
  const committed: number[] = [];
  const delays: number[] = [];
  const rows = LIVE_SECONDS * 1_000;
  const moving = moveUntil(opened, () => delays.length >= rows);
  const write = async () => {
    const begun = performance.now();
    while (committed.length < rows) {
      for (let count = 0; count < PER_TICK; count += 1) {
        const id = committed.length + 1;
        await client.query(`INSERT INTO customers VALUES (${id}, 'customer', 1, now(), true, 'city')`);
        committed.push(performance.now());
      }
      await setTimeout(Math.max(0, begun + (committed.length / PER_TICK) * TICK_MS - performance.now()));
    }
  };
  const look = async () => {
    while (delays.length < rows) {
      const [row] = (await engine.query({ sql: `SELECT max(id) AS newest FROM ${opened.table}` })).rows<{
        newest: string;
      }>();
      const now = performance.now();
      while (delays.length < Number(row?.newest)) delays.push(now - (committed[delays.length] ?? now));
      await setTimeout(TICK_MS);
    }
  };
  await Promise.all([moving, write(), look()]);
  await opened.runtime.release(opened.pipe);
  const sorted = delays.toSorted((a, b) => a - b);
  return { median: median(delays) / 1_000, p95: (sorted[Math.floor(rows * 0.95)] ?? 0) / 1_000 };
}
