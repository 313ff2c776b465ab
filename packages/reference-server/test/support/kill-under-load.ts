import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type EnginePort, remoteEngine } from '@penstock/engine';
import { KilledServer } from './killed-server.ts';

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
/** Each look at the table is a query. */
const LOOK_MS = 100;
/** Shorter than the time-out of a test, so that the output of the server is in the error, and long enough for a busy machine. */
const LONGEST_REST_MS = 540_000;

/**
 * Kills the worker and the engine with SIGKILL in turns while rows arrive, each time after the pipe has moved rows again. In the
 * end it compares the ids in the table with those that were fed.
 */
export async function killUnderLoad(options: KillOptions): Promise<KillResult> {
  const { folder, kills, onKill = () => {} } = options;
  const engine = remoteEngine({ url: 'http://engine', socketPath: join(folder, 'engine.sock') });
  const server = await KilledServer.start(folder, options.source.environment);
  const feeder = feeding(options);
  try {
    await server.call('/pipes', options.source.pipeInto(TABLE));
    for (let kill = 0; kill < kills; kill += 1) {
      feeder.moved = await nextRows(engine, feeder.moved, server);
      onKill(kill, feeder.moved);
      await setTimeout(Math.random() * LONGEST_DELAY_MS);
      await server.kill(kill);
    }
    const fed = await feeder.stop();
    while (feeder.moved < fed) feeder.moved = await nextRows(engine, feeder.moved, server);
    return await compare(engine, fed, await countedRows(server, fed));
  } finally {
    await feeder.stop();
    await server.end();
    await engine.close();
  }
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
async function nextRows(engine: EnginePort, before: number, server: KilledServer): Promise<number> {
  const deadline = performance.now() + LONGEST_REST_MS;
  while (performance.now() < deadline) {
    const rows = await count(engine, 'count()').catch(() => 0);
    if (rows > before) return rows;
    await setTimeout(LOOK_MS);
  }
  throw new Error(`No row has moved for 9 minutes:\n${server.output().slice(-4_000)}`);
}

async function count(engine: EnginePort, what: string): Promise<number> {
  const result = await engine.query({ sql: `SELECT ${what} AS value FROM \`default\`.${TABLE}` });
  return Number(result.rows<{ value: string }>()[0]?.value);
}

/** The rows that the metrics of the pipe count. The last batch is counted after its rows are in the table. */
async function countedRows(server: KilledServer, expected: number): Promise<number> {
  const { result: pipes } = await server.call('/pipes');
  for (let rows = 0; ; await setTimeout(POLL_MS)) {
    const { result } = await server.call(`/pipes/${pipes[0].id}/metrics`);
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
