import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { formatTable } from '@penstock/bench/format-table';
import { median } from '@penstock/bench/median';
import { fail, print, progress } from '@penstock/bench/program';
import { type EnginePort, engineFolderAt, remoteEngine } from '@penstock/engine';
import { fillWithAlerts, type ManyAlerts, SERVICES } from './many-alerts.ts';
import { startMeasured } from './measured-process.ts';

const HELP = `Usage: pnpm bench:alerts [--alerts <n>] [--sources <n>] [--minutes <n>]

Evaluates many alerts with windows of one minute in one server with the embedded engine, while rows arrive in all sources, and prints
the time from the end of each window until its evaluations were stored.

  --alerts <n>     the number of alerts; default 10000
  --sources <n>    the number of sources that they share; default 20
  --minutes <n>    the number of windows to measure; default 2
  --help           print this text
`;

const MINUTE = 60_000;
const ROWS_PER_INSERT = 1_000;
const INSERT_EVERY_MS = 5_000;
const LONGEST_START_MS = 2 * MINUTE;
const TOO_BUSY =
  'Not all alerts were evaluated within two minutes: the machine is too busy. Try again, or with fewer --alerts.\n';
const BIN = join(import.meta.dirname, '../bin/penstock.js');

const { values: options } = parseArgs({
  options: {
    alerts: { type: 'string', default: '10000' },
    sources: { type: 'string', default: '20' },
    minutes: { type: 'string', default: '2' },
    help: { type: 'boolean', default: false },
  },
});
if (options.help) print(HELP);
else process.exitCode = await main(Number(options.alerts), Number(options.sources), Number(options.minutes));

async function main(alerts: number, sources: number, minutes: number): Promise<number> {
  progress(`storing ${alerts} alerts on ${sources} sources`);
  const filled = await fillWithAlerts(alerts, sources);
  const server = await startMeasured([BIN, 'serve'], {
    ...{ PENSTOCK_PORT: '0', PENSTOCK_VALIDATION: 'compiled', PENSTOCK_LOG_LEVEL: 'silent' },
    ...filled.environment,
  });
  // Its first evaluations fail, because there are no tables yet.
  const engine = remoteEngine({ url: 'http://engine', socketPath: engineFolderAt(filled.folder).socket });
  const stopping = new AbortController();
  try {
    await createTables(engine, filled);
    const feeding = feed(engine, filled, stopping.signal).catch(() => {});
    const first = await firstCompleteWindow(filled, alerts);
    if (first === undefined) return fail(TOO_BUSY);
    const [cpuMs, engineMs] = [server.cpuMs(), server.childrenCpuMs()];
    progress(`measuring ${minutes} windows from ${new Date(first).toISOString()}`);
    await setTimeout(first + minutes * MINUTE - Date.now());
    report(filled, alerts, first, minutes);
    const perWindow = (ms: number) => `${(ms / 1_000 / minutes).toFixed(1)} s of CPU time per window`;
    print(`server: ${perWindow(server.cpuMs() - cpuMs)}, ${Math.round(server.residentMib())} MiB\n`);
    print(`engine, inserts included: ${perWindow(server.childrenCpuMs() - engineMs)}\n`);
    stopping.abort();
    await feeding;
    return 0;
  } finally {
    stopping.abort();
    await engine.close();
    await server.stop();
    rmSync(filled.folder, { recursive: true, force: true });
  }
}

async function createTables(engine: EnginePort, { tables }: ManyAlerts): Promise<void> {
  for (const table of tables)
    await engine.command({
      sql: `CREATE TABLE default.${table} (Timestamp DateTime64(3), ServiceName LowCardinality(String), Duration UInt64, Body String)
        ENGINE = MergeTree ORDER BY (ServiceName, Timestamp)`,
    });
}

/** Inserts rows into all tables until it is stopped. */
async function feed(engine: EnginePort, { tables }: ManyAlerts, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const next = setTimeout(INSERT_EVERY_MS, undefined, { signal }).catch(() => {});
    for (const table of tables)
      await engine.command({
        sql: `INSERT INTO default.${table} SELECT now64(3), ['${SERVICES.join("', '")}'][number % 5 + 1], number, 'text'
          FROM numbers(${ROWS_PER_INSERT})`,
      });
    await next;
  }
}

/** The end of the first window that begins when no alert fails any more; undefined if some fail for too long. */
async function firstCompleteWindow({ folder }: ManyAlerts, alerts: number): Promise<number | undefined> {
  const database = new DatabaseSync(join(folder, 'penstock.db'), { readOnly: true });
  const evaluated = database.prepare(
    'select count(*) as count from alert_work where attempts = 0 and evaluated_at is not null',
  );
  const deadline = performance.now() + LONGEST_START_MS;
  try {
    while (Number(evaluated.get()?.count) < alerts) {
      if (performance.now() > deadline) return undefined;
      await setTimeout(1_000);
    }
  } finally {
    database.close();
  }
  return Math.ceil(Date.now() / MINUTE) * MINUTE;
}

/** The time from the end of each window until its evaluations were stored, which the ids of entries contain. */
function report({ folder }: ManyAlerts, alerts: number, first: number, minutes: number): void {
  const database = new DatabaseSync(join(folder, 'penstock.db'), { readOnly: true });
  const select = database.prepare('select id, alert_id, state from alert_history where window_end = ?');
  const rows = Array.from({ length: minutes }, (_, index) => {
    const end = first + index * MINUTE;
    const entries = select.all(end) as { id: string; alert_id: string; state: string }[];
    const late = entries.map(
      ({ id }) => (Number.parseInt(id.replace('-', '').slice(0, 12), 16) - end) / 1_000,
    );
    const evaluated = new Set(
      entries.flatMap(({ alert_id, state }) => (state === 'error' ? [] : [alert_id])),
    );
    return [
      new Date(end).toISOString().slice(11, 16),
      `${evaluated.size} of ${alerts}`,
      String(entries.length),
      median(late).toFixed(1),
      late.reduce((one, other) => Math.max(one, other), 0).toFixed(1),
    ];
  });
  database.close();
  print(formatTable(['window until', 'alerts evaluated', 'entries', 'median s', 'last s'], rows));
}
