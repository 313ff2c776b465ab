import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs, promisify } from 'node:util';
import { formatTable } from '@penstock/bench/format-table';
import { median } from '@penstock/bench/median';
import { cpuSeconds, residentMib } from '@penstock/bench/process-figures';
import { print, progress } from '@penstock/bench/program';
import { timedRounds } from '@penstock/bench/timed-rounds';
import { missingForKafka } from '@penstock/kafka/installation';
import { pauseForBackup } from '../src/port/embedded/backup.ts';
import { type EmbeddedEngine, embeddedEngine } from '../src/port/embedded/embedded-engine.ts';
import { measureInstall } from './install.ts';
import { kafkaRowMicroseconds } from './kafka-rows.ts';
import { measureObjectStorage } from './object-storage.ts';
import { startSeconds } from './server-start.ts';

const HELP = `Usage: pnpm bench:engine [--rounds <n>] [--kills <n>] [--no-install] [--json]

Measures the embedded engine: the installation with an empty store and cache (needs a network), the start of a server with and
without it, its restart with 100 tables after SIGKILL, its memory and CPU time at rest, statements, inserts, the pause for a
backup, a pipe from object storage against a plain statement, and a pipe from Kafka (needs Java 17 and Maven). Linux only; less
than 5 minutes. With --kills it also runs \`pnpm bench:kills\`.

  --rounds <n>   number of turns for each median; default 5
  --kills <n>    number of SIGKILLs of worker and engine each; default 0
  --no-install   skip the installation
  --json         print the figures as JSON
  --help         print this text
`;

const KILLS = join(import.meta.dirname, '../../reference-server/bench/bench-kills.ts');
const TABLES = 100;
const REST_MS = 10_000;
const ROWS = 50_000;
const ROW_BYTES = 200;

interface Figure {
  readonly what: string;
  readonly measured: string;
}

const { values: options } = parseArgs({
  allowNegative: true,
  options: {
    rounds: { type: 'string', default: '5' },
    kills: { type: 'string', default: '0' },
    install: { type: 'boolean', default: true },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
if (options.help) print(HELP);
else await main(Number(options.rounds));

async function main(rounds: number): Promise<void> {
  const figures: Figure[] = [];
  const add = (what: string, measured: string) => figures.push({ what, measured });
  if (options.install) {
    progress('Installing with an empty store and cache');
    for (const { what, seconds } of measureInstall()) add(what, `${seconds.toFixed(1)} s`);
  }
  progress('Starting servers');
  for (const engine of ['embedded', 'simulated'] as const)
    add(`start of penstock serve, ${engine}, existing data folder`, await startSeconds(engine, rounds));
  await withEngine(async (engine, folder) => {
    progress('Resting');
    add('memory of the process at rest, no tables', `${residentMib(engine.pid).toFixed(0)} MiB`);
    for (let table = 0; table < TABLES; table += 1) await engine.command({ sql: create(`t${table}`) });
    add(
      `restart with ${TABLES} tables after SIGKILL, statement to response`,
      await restartSeconds(engine, rounds),
    );
    add(`memory at rest, ${TABLES} tables`, `${residentMib(engine.pid).toFixed(0)} MiB`);
    add('CPU of a core at rest', await restingCpu(engine));
    progress('Running statements');
    add('a statement with a bound value, one after the other', await statementMs(engine));
    add(
      `insert of ${ROWS} rows of ${ROW_BYTES} B with a token, engine process`,
      await insertCpu(engine, rounds),
    );
    add('pause of statements for a backup', await pauseMs(folder, rounds));
    progress('Reading objects');
    const { plainSeconds, pipeSeconds, megabytes } = await measureObjectStorage(engine, rounds);
    add(
      `objects of ${megabytes} MB in one batch, CPU: pipe, plain INSERT SELECT FROM s3(), ratio`,
      `${pipeSeconds.toFixed(2)} s, ${plainSeconds.toFixed(2)} s, ${(plainSeconds / pipeSeconds).toFixed(2)}`,
    );
    progress('Reading Kafka');
    add(`Kafka, rows of ${ROW_BYTES} B: the process of the pipe, the engine`, await kafkaRows(engine));
  });
  if (options.kills !== '0')
    add(`${options.kills} SIGKILLs of worker and engine each`, await killed(options.kills));
  print(
    options.json
      ? `${JSON.stringify(figures, null, 2)}\n`
      : formatTable(
          ['what', 'measured'],
          figures.map(({ what, measured }) => [what, measured]),
        ),
  );
}

async function kafkaRows(engine: EmbeddedEngine): Promise<string> {
  const missing = missingForKafka();
  if (missing !== undefined) return `skipped, ${missing}`;
  const { pipe, ofEngine } = await kafkaRowMicroseconds(engine, ROW_BYTES);
  return `${pipe.toFixed(1)} µs + ${ofEngine.toFixed(1)} µs CPU per row`;
}

/** Rows that were fed, lost and doubled. */
async function killed(kills: string): Promise<string> {
  const args = ['--conditions=@penstock/source', KILLS, '--kills', kills];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return stdout.trim();
}

async function withEngine(work: (engine: EmbeddedEngine, folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'penstock-bench-'));
  const engine = await embeddedEngine({ dataFolder: folder });
  try {
    await work(engine, folder);
  } finally {
    await engine.close();
    rmSync(folder, { recursive: true });
  }
}

function create(table: string): string {
  return `CREATE TABLE ${table} (id UInt64, text String) ENGINE = MergeTree ORDER BY id SETTINGS non_replicated_deduplication_window = 100`;
}

/** From the kill to the response of the next statement. Kills are far enough apart that the delay before a restart stays short. */
async function restartSeconds(engine: EmbeddedEngine, rounds: number): Promise<string> {
  const seconds: number[] = [];
  for (const _ of timedRounds(rounds)) {
    await setTimeout(5_500);
    const begun = performance.now();
    const { pid = 0 } = engine;
    process.kill(pid, 'SIGKILL');
    while (engine.pid === pid) await setTimeout(1);
    await engine.query({ sql: `SELECT count() FROM t${TABLES - 1}` });
    seconds.push((performance.now() - begun) / 1000);
  }
  return `${median(seconds).toFixed(2)} s`;
}

/** The work of the start is over before the measurement. */
async function restingCpu(engine: EmbeddedEngine): Promise<string> {
  await setTimeout(REST_MS);
  const before = cpuSeconds(engine.pid);
  await setTimeout(REST_MS);
  return `${(((cpuSeconds(engine.pid) - before) / REST_MS) * 100_000).toFixed(1)} %`;
}

async function statementMs(engine: EmbeddedEngine): Promise<string> {
  const run = (value: number) =>
    engine.query({ sql: 'SELECT {value:UInt32} AS value', parameters: { value } });
  for (let value = 0; value < 50; value += 1) await run(value);
  const times: number[] = [];
  for (let value = 0; value < 200; value += 1) {
    const begun = performance.now();
    await run(value);
    times.push(performance.now() - begun);
  }
  return `${median(times).toFixed(1)} ms`;
}

async function insertCpu(engine: EmbeddedEngine, rounds: number): Promise<string> {
  const text = 'x'.repeat(ROW_BYTES - 27);
  const bytes = Buffer.from(
    Array.from({ length: ROWS }, (_, id) => `{"id":${id},"text":"${text}"}\n`).join(''),
  );
  const insert = (token: string) =>
    engine.insert({ table: { database: 'penstock', table: 't0' }, bytes, format: 'JSONEachRow', token });
  await insert('first');
  const before = cpuSeconds(engine.pid);
  let inserted = 0;
  for (const round of timedRounds(rounds)) {
    await insert(`${round}`);
    inserted += ROWS;
  }
  return `${(((cpuSeconds(engine.pid) - before) / inserted) * 1e6).toFixed(1)} µs CPU per row`;
}

async function pauseMs(folder: string, rounds: number): Promise<string> {
  const times: number[] = [];
  for (const _ of timedRounds(rounds)) {
    const begun = performance.now();
    const paused = await pauseForBackup(folder);
    await paused?.takeSnapshot();
    times.push(performance.now() - begun);
    await paused?.end();
  }
  return `${median(times).toFixed(0)} ms`;
}
