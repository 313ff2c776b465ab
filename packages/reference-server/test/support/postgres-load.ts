import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type EnginePort, remoteEngine } from '@penstock/engine';
import { openPostgres } from '@penstock/postgresql/server';
import { Client } from 'pg';
import { KilledServer } from './killed-server.ts';

interface LoadOptions {
  /** An empty data folder. */
  readonly folder: string;
  /** How often a process is killed: that of the engine and that of the worker in turns. */
  readonly kills: number;
  /** The rows before the pipe is created. */
  readonly rows: number;
  readonly onKill?: (kill: number, state: string) => void;
}

/** The table in both databases: the number of rows, and a sum over all their values. */
export interface LoadResult {
  readonly source: Checksum;
  readonly destination: Checksum;
  readonly transactions: number;
}

interface Checksum {
  readonly rows: number;
  readonly sum: number;
}

const LONGEST_DELAY_MS = 400;
const POLL_MS = 20;
const MOST_MS = 120_000;

const TABLE = `CREATE TABLE ledger (id bigint PRIMARY KEY, text text, amount numeric(18,4), note text, at timestamptz NOT NULL)`;
const VALUES = `'row ' || i, i * 1.25, CASE WHEN i % 10 = 0 THEN (SELECT string_agg(md5(i::text || k), '') FROM generate_series(1, 200) k) END,
  '2026-01-01'::timestamptz + i * interval '1 second'`;

/**
 * Kills the worker and the engine with SIGKILL in turns while a pipe copies a table and follows its insertions, updates, deletions, changes
 * of keys and rollbacks. In the end it compares both tables.
 */
export async function killUnderChanges({
  folder,
  kills,
  rows,
  onKill = () => {},
}: LoadOptions): Promise<LoadResult> {
  const postgres = await openPostgres();
  const url = new URL(await postgres.createDatabase('tcp'));
  const client = new Client({ connectionString: url.href });
  await client.connect();
  await client.query(TABLE);
  await client.query(`INSERT INTO ledger SELECT i, ${VALUES} FROM generate_series(1, ${rows}) i`);
  await client.query('ANALYZE ledger');
  const engine = remoteEngine({ url: 'http://engine', socketPath: join(folder, 'engine.sock') });
  const server = await KilledServer.start(folder);
  const { result: pipe } = await server.call('/pipes', pipeBody(url));
  const load = changing(url, rows);
  try {
    let progress = '';
    for (let kill = 0; kill < kills; kill += 1) {
      // Most kills interrupt changes, the first ones a copy.
      if (kill === Math.floor(kills / 4)) await reachRunning(server, pipe.id);
      progress = await nextProgress(engine, progress, server);
      onKill(kill, (await server.call(`/pipes/${pipe.id}`)).result.state);
      await setTimeout(Math.random() * LONGEST_DELAY_MS);
      await server.kill(kill);
    }
    const transactions = await load.stop();
    const source = await sourceChecksum(client);
    return { source, destination: await finalChecksum(engine, source), transactions };
  } finally {
    await load.stop();
    await server.end();
    await engine.close();
    await client.end();
    await postgres.close();
  }
}

/** Runs random transactions until it is stopped. */
function changing(url: URL, rows: number) {
  let stopped = false;
  let transactions = 0;
  let next = rows + 1;
  const any = () => 1 + Math.floor(Math.random() * next);
  const statements = () => {
    const from = next;
    next += 20;
    return [
      `INSERT INTO ledger SELECT i, ${VALUES} FROM generate_series(${from}, ${next - 1}) i`,
      `UPDATE ledger SET text = text || '!', amount = amount + 1 WHERE id BETWEEN ${any()} AND ${any()} AND id % 97 = 0`,
      `UPDATE ledger SET note = repeat(md5(random()::text), 100) WHERE id = ${any()}`,
      `DELETE FROM ledger WHERE id = ${any()}`,
      `UPDATE ledger SET id = -id WHERE id = ${any()}`,
      `UPDATE ledger SET id = -id, text = 'back' WHERE id = -${any()}`,
    ];
  };
  const run = async () => {
    const client = new Client({ connectionString: url.href });
    await client.connect();
    while (!stopped) {
      await client.query('BEGIN');
      for (const statement of statements()) {
        await client.query('SAVEPOINT one');
        // A change of a key may collide.
        const isUndone = await client.query(statement).then(
          () => Math.random() < 0.1,
          () => true,
        );
        await client.query(isUndone ? 'ROLLBACK TO SAVEPOINT one' : 'RELEASE SAVEPOINT one');
      }
      await client.query(Math.random() < 0.1 ? 'ROLLBACK' : 'COMMIT');
      transactions += 1;
      await setTimeout(POLL_MS);
    }
    await client.end();
  };
  const running = run();
  return {
    async stop() {
      stopped = true;
      await running;
      return transactions;
    },
  };
}

async function reachRunning(server: KilledServer, pipeId: string): Promise<void> {
  const deadline = performance.now() + MOST_MS;
  while ((await server.call(`/pipes/${pipeId}`)).result.state !== 'Running') {
    if (performance.now() > deadline)
      throw new Error(`The pipe does not run:\n${server.output().slice(-4_000)}`);
    await setTimeout(POLL_MS);
  }
}

/** Something that is different when rows arrived. @throws Error if nothing moves for too long */
async function nextProgress(engine: EnginePort, before: string, server: KilledServer): Promise<string> {
  const deadline = performance.now() + MOST_MS;
  while (performance.now() < deadline) {
    const progress = await read(
      engine,
      'SELECT toString((count(), max(_version))) AS value FROM `default`.ledger',
    );
    if (progress !== undefined && progress !== before) return progress;
    await setTimeout(POLL_MS);
  }
  throw new Error(`Nothing has moved for 2 minutes:\n${server.output().slice(-4_000)}`);
}

async function read(engine: EnginePort, sql: string): Promise<string | undefined> {
  const result = await engine.query({ sql }).catch(() => undefined);
  return result?.rows<{ value: string }>()[0]?.value;
}

const SOURCE_SUM = `SELECT count(*)::int AS rows, sum(('x' || left(md5(concat_ws('|', id, text, trim_scale(amount), coalesce(note, '-'),
  to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS'))), 8))::bit(32)::bigint)::float8 AS sum FROM ledger`;

const DESTINATION_SUM = `SELECT toString((count(), ifNull(sum(reinterpretAsUInt32(reverse(substring(MD5(concatWithSeparator('|', toString(id), text,
  toString(amount), ifNull(note, '-'), toString(toDateTime(at)))), 1, 4)))), 0))) AS value
  FROM \`default\`.ledger FINAL SETTINGS session_timezone = 'UTC'`;

async function sourceChecksum(client: Client): Promise<Checksum> {
  const { rows } = await client.query<Checksum>(SOURCE_SUM);
  return rows[0] as Checksum;
}

/** The table of the engine when it equals that of Postgres, or when it no longer changes. */
async function finalChecksum(engine: EnginePort, wanted: Checksum): Promise<Checksum> {
  const deadline = performance.now() + MOST_MS;
  for (;;) {
    const [rows, sum] = JSON.parse(
      (await read(engine, DESTINATION_SUM))?.replace('(', '[').replace(')', ']') ?? '[0,0]',
    );
    const isEqual = rows === wanted.rows && sum === wanted.sum;
    if (isEqual || performance.now() > deadline) return { rows, sum };
    await setTimeout(10 * POLL_MS);
  }
}

/** The body of a request that creates a pipe that copies the table in small units, and follows it. */
function pipeBody(url: URL): object {
  const mapping = { sourceSchemaName: 'public', sourceTable: 'ledger', targetTable: 'ledger' };
  const postgres = {
    ...{ host: url.hostname, port: Number(url.port), database: url.pathname.slice(1), disableTls: true },
    credentials: { username: url.username, password: url.password },
    settings: { syncIntervalSeconds: 1, snapshotNumRowsPerPartition: 2_000, allowNullableColumns: true },
    tableMappings: [mapping],
  };
  return { name: 'Ledger', source: { postgres }, destination: {} };
}
