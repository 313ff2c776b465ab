import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { median } from '@penstock/bench/median';
import { print, progress } from '@penstock/bench/program';
import { missingForKafka } from '@penstock/kafka/installation';
import { openPostgres } from '@penstock/postgresql/server';
import { openObjects, openStreams, openTables, openTopics } from '../test/support/fed-kinds.ts';
import { type FedPipe, Feeder } from '../test/support/fed-pipes.ts';
import { until, WorkerFleet } from '../test/support/worker-fleet.ts';

const HELP = `Usage: pnpm bench:workers [--seconds <n>] [--pipes <n>]

Kills one of three workers every 5 seconds while pipes of all kinds move rows, and compares the rows in the end. The workers share
PostgreSQL and a ClickHouse server, which is the embedded engine behind a port.

  --seconds <n>    duration of the kills; default 120
  --pipes <n>      the number of pipes; default 50
  --help           print this text
`;

const WORKERS = 3;
const KILL_EVERY_MS = 5_000;
const LEASE_SECONDS = 4;
const QUIET_SECONDS = 10;
const LOAD = { rowsPerFeed: 20, pauseMs: 2_000 };
const READERS = 2;

const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '120' },
    pipes: { type: 'string', default: '50' },
    help: { type: 'boolean', default: false },
  },
});
if (options.help) print(HELP);
else await main(Number(options.seconds), Number(options.pipes));

async function main(seconds: number, count: number): Promise<void> {
  const postgres = await openPostgres({ settings: { shared_preload_libraries: 'pg_stat_statements' } });
  const databaseUrl = await postgres.createDatabase();
  const kinds = [
    await openObjects(),
    await openStreams(READERS),
    await openTables(await postgres.createDatabase('tcp')),
  ];
  if (missingForKafka() === undefined) kinds.push(await openTopics(READERS));
  const environment = Object.assign({}, ...kinds.map((kind) => kind.environment));
  const fleet = await WorkerFleet.start({ databaseUrl, leaseSeconds: LEASE_SECONDS, environment });
  try {
    await fleet.database.query('create extension pg_stat_statements');
    const pipes: FedPipe[] = Array.from({ length: count }, (_, index) => ({
      table: `pipe_${index}`,
      kind: kinds[index % kinds.length] as FedPipe['kind'],
    }));
    await measure(fleet, pipes, seconds);
  } finally {
    await fleet.close();
    for (const kind of kinds) await kind.close();
    await postgres.close();
  }
}

async function measure(fleet: WorkerFleet, pipes: readonly FedPipe[], seconds: number): Promise<void> {
  await fleet.startWorker();
  for (const { table, kind } of pipes) await fleet.create(await kind.pipeInto(table));
  await until(async () => (await fleet.states()).join() === 'Running', 'Not all pipes run');
  while (fleet.workers.length < WORKERS) {
    await fleet.startWorker();
    const spreadMs = await timed(() => fleet.areSpread());
    print(`spread evenly over ${fleet.workers.length} workers ${spreadMs} ms after the last one joined\n`);
  }
  print(`${pipes.length} pipes with ${await fleet.countReaders()} readers\n`);
  print(`idle: ${await statementsPerSecond(fleet)} SQL statements per second\n`);
  const feeder = new Feeder(pipes, LOAD);
  feeder.start();
  await setTimeout(LOAD.pauseMs);
  print(`moving: ${await statementsPerSecond(fleet)} SQL statements per second\n`);
  const taken = await killInTurns(fleet, seconds);
  print(`${taken.length} kills; the readers of the killed worker were taken after ${summary(taken)}\n`);
  print(`the pipes are ${(await fleet.states()).join(', ')}\n`);
  const { fed, lost, doubled, kinds } = await feeder.finish(fleet.engine);
  print(`${fed} rows, ${lost} lost, ${doubled} doubled ${kinds.join(', ')}\n`);
  await until(async () => (await fleet.states()).join() === 'Running', 'Not all pipes run');
}

/** Kills the worker that has been running for longest, again and again, and starts another one. Returns when its readers were taken. */
async function killInTurns(fleet: WorkerFleet, seconds: number): Promise<number[]> {
  const taken: number[] = [];
  const end = performance.now() + seconds * 1_000;
  while (performance.now() < end) {
    const next = setTimeout(KILL_EVERY_MS);
    const [victim] = fleet.workers;
    if (victim === undefined) throw new Error('No worker runs.');
    const begun = performance.now();
    const readers = await fleet.killWorker(victim);
    const started = fleet.startWorker();
    await fleet.areTaken(readers);
    taken.push(performance.now() - begun);
    progress(
      `kill ${taken.length}: ${readers.length} readers taken after ${Math.round(taken.at(-1) ?? 0)} ms`,
    );
    await Promise.all([started, next]);
  }
  return taken;
}

/** What the workers send to the control database, apart from the statements of this program. */
async function statementsPerSecond({ database }: WorkerFleet): Promise<number> {
  await database.query('select pg_stat_statements_reset()');
  await setTimeout(QUIET_SECONDS * 1_000);
  const { rows } = await database.query(
    "select sum(calls) as calls from pg_stat_statements where query not like '%pg_stat_statements%' and dbid = (select oid from pg_database where datname = current_database())",
  );
  return Math.round(Number(rows[0].calls) / QUIET_SECONDS);
}

async function timed(work: () => Promise<void>): Promise<number> {
  const begun = performance.now();
  await work();
  return Math.round(performance.now() - begun);
}

function summary(times: readonly number[]): string {
  return `${Math.round(median(times))} ms (median), ${Math.round(Math.max(...times))} ms (longest)`;
}
