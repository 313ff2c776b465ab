import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type EnginePort, isListening, remoteEngine } from '@penstock/engine';
import type { FirstCredentials } from '../../src/api/first-start/credentials-file.ts';
import { basic } from '../../src/api/testing/credentials.ts';
import { type ServerProcess, startProcess } from '../../src/api/testing/server-process.ts';

/** A source of rows with the columns `id` and `text`. */
export interface FedSource {
  /** The body of a request that creates a continuous pipe that reads everything into a table. */
  pipeInto(table: string): object;
  /** Further settings of the server that moves the rows. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Makes rows available, once. */
  feed(rows: readonly { readonly id: number; readonly text: string }[]): Promise<void>;
}

interface KillOptions {
  /** An empty data folder. */
  readonly folder: string;
  readonly source: FedSource;
  /** How often a process is killed: that of the engine and that of the worker in turns. */
  readonly kills: number;
  readonly rowsPerFeed: number;
  /** How often the source is fed before the table has the rows of the first time. */
  readonly feedsAhead: number;
  readonly onKill?: (kill: number, rows: number) => void;
}

/** What was fed, and what is in the table in the end. */
export interface KillResult {
  readonly fed: number;
  readonly lost: number;
  readonly doubled: number;
  /** The rows that the metrics of the pipe count. */
  readonly counted: number;
}

const TABLE = 'rows_under_load';
const LONGEST_DELAY_MS = 400;
const POLL_MS = 20;

/**
 * Kills the worker and the engine with SIGKILL in turns while rows arrive, each time after the pipe has moved rows again. In the
 * end it compares the ids in the table with those that were fed.
 */
export async function killUnderLoad(options: KillOptions): Promise<KillResult> {
  const { folder, kills, onKill = () => {} } = options;
  const engine = remoteEngine({ url: 'http://engine', socketPath: join(folder, 'engine.sock') });
  let server = await start(options);
  const feeder = feeding(options);
  try {
    await create(server, folder, options.source.pipeInto(TABLE));
    for (let kill = 0; kill < kills; kill += 1) {
      feeder.moved = await nextRows(engine, feeder.moved, server);
      onKill(kill, feeder.moved);
      await setTimeout(Math.random() * LONGEST_DELAY_MS);
      if (kill % 2 === 0) process.kill(enginePidOf(server), 'SIGKILL');
      else {
        await server.kill('SIGKILL');
        server = await start(options);
      }
    }
    const fed = await feeder.stop();
    while (feeder.moved < fed) feeder.moved = await nextRows(engine, feeder.moved, server);
    return await compare(engine, fed, await countedRows(server, folder, fed));
  } finally {
    await feeder.stop();
    await server.kill('SIGTERM');
    await engine.close();
  }
}

/** A server whose lease is short. The engine of the previous one may need some time to end. */
async function start({ folder, source }: KillOptions): Promise<ServerProcess> {
  while (await isListening(join(folder, 'engine.sock'))) await setTimeout(POLL_MS);
  return startProcess({
    PENSTOCK_DATA: folder,
    PENSTOCK_ENGINE: 'embedded',
    PENSTOCK_ENGINE_MEMORY_MB: '1500',
    PENSTOCK_LEASE_SECONDS: '1',
    PENSTOCK_SURFACES: 'management',
    ...source.environment,
  });
}

function enginePidOf(server: ServerProcess): number {
  return Number([...server.output().matchAll(/"enginePid":(\d+)/g)].at(-1)?.[1]);
}

/** Feeds rows with increasing ids until it is stopped. */
function feeding({ source, rowsPerFeed, feedsAhead }: KillOptions) {
  let stopped = false;
  let fed = 0;
  const feeder = {
    /** The number of rows in the table. */
    moved: 0,
    /** Returns the number of rows that were fed. */
    async stop() {
      stopped = true;
      await running;
      return fed;
    },
  };
  const run = async () => {
    while (!stopped) {
      if (fed - feeder.moved > feedsAhead * rowsPerFeed) {
        await setTimeout(POLL_MS);
        continue;
      }
      await source.feed(
        Array.from({ length: rowsPerFeed }, (_, row) => ({ id: fed + row, text: `row ${fed + row}` })),
      );
      fed += rowsPerFeed;
      await setTimeout(POLL_MS);
    }
  };
  const running = run();
  return feeder;
}

/** Waits until the table has more rows. @throws Error if nothing moves for too long */
async function nextRows(engine: EnginePort, before: number, server: ServerProcess): Promise<number> {
  const deadline = performance.now() + 120_000;
  while (performance.now() < deadline) {
    const rows = await count(engine, 'count()').catch(() => 0);
    if (rows > before) return rows;
    await setTimeout(POLL_MS);
  }
  throw new Error(`No row has moved for 2 minutes:\n${server.output().slice(-4_000)}`);
}

async function count(engine: EnginePort, what: string): Promise<number> {
  const result = await engine.query({ sql: `SELECT ${what} AS value FROM \`default\`.${TABLE}` });
  return Number(result.rows<{ value: string }>()[0]?.value);
}

/** The rows that the metrics of the pipe count. The last batch is counted after its rows are in the table. */
async function countedRows(server: ServerProcess, folder: string, expected: number): Promise<number> {
  const { result: pipes } = await call(server, folder, '/pipes');
  for (let rows = 0; ; await setTimeout(POLL_MS)) {
    const { result } = await call(server, folder, `/pipes/${pipes[0].id}/metrics`);
    if (result.total.rows >= expected || result.total.rows === rows) return result.total.rows;
    rows = result.total.rows;
    await setTimeout(1_000);
  }
}

async function compare(engine: EnginePort, fed: number, counted: number): Promise<KillResult> {
  const [rows = 0, ids = 0, highest = 0] = await Promise.all(
    ['count()', 'uniqExact(id)', 'max(id)'].map((what) => count(engine, what)),
  );
  if (highest !== fed - 1)
    throw new Error(`The table has the id ${highest}, and ${fed - 1} was the last one.`);
  return { fed, counted, lost: fed - ids, doubled: rows - ids };
}

async function create(server: ServerProcess, folder: string, body: object): Promise<void> {
  await call(server, folder, '/pipes', body);
}

// biome-ignore lint/suspicious/noExplicitAny: each response has a shape of its own
async function call(server: ServerProcess, folder: string, path: string, body?: object): Promise<any> {
  const { management } = JSON.parse(
    readFileSync(join(folder, 'credentials.json'), 'utf8'),
  ) as FirstCredentials;
  const { organizationId, serviceId, keyId, keySecret } = management;
  const response = await fetch(
    `${server.url}/v1/organizations/${organizationId}/services/${serviceId}${path}`,
    {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: basic(keyId, keySecret), 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    },
  );
  const text = await response.text();
  if (!response.ok) throw new Error(`${path} responded with ${response.status}: ${text}`);
  return JSON.parse(text);
}
