import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { fail, print, progress } from '@penstock/bench/program';
import { openPostgres } from '@penstock/postgresql/server';
import { until, WorkerFleet } from '../test/support/worker-fleet.ts';

const HELP = `Usage: pnpm bench:alert-kills [--kills <n>] [--alerts <n>]

Kills workers and the API with SIGKILL while alerts flip every minute, and compares the histories, the notifications and what a receiver
got in the end. The processes share PostgreSQL and a ClickHouse server, which is the embedded engine behind a port.

  --kills <n>     default 60, which takes less than 5 minutes
  --alerts <n>    default 1000
  --help          print this text
`;

const MINUTE = 60_000;
const WORKERS = 4;
/** Several workers are killed while they evaluate the same windows; then others start. */
const FEWEST_WORKERS = 3;
const LEASE_SECONDS = 1;
/** Workers are killed when they have leased alerts, but not less often than this. */
const LONGEST_PAUSE_MS = 2_000;
/** Each kill of this number ends the API instead of a worker. */
const API_KILL = 5;
const POLL_MS = 20;
const CREATED_AT_ONCE = 8;

const { values: options } = parseArgs({
  options: {
    kills: { type: 'string', default: '60' },
    alerts: { type: 'string', default: '1000' },
    help: { type: 'boolean', default: false },
  },
});
if (options.help) print(HELP);
else await main(Number(options.kills), Number(options.alerts));

async function main(kills: number, alerts: number): Promise<void> {
  const postgres = await openPostgres();
  const receiver = await openReceiver();
  const environment = {
    PENSTOCK_RATE_LIMIT: '1000000',
    PENSTOCK_ALERT_DELAY_SECONDS: '1',
    PENSTOCK_WEBHOOK_ALLOW_HOSTS: '127.0.0.1',
  };
  const databaseUrl = await postgres.createDatabase();
  const fleet = await WorkerFleet.start({ databaseUrl, leaseSeconds: LEASE_SECONDS, environment });
  try {
    progress(`creating ${alerts} alerts`);
    await createAlerts(fleet, alerts, receiver.url);
    await startMissing(fleet);
    const during = await killWorkers(fleet, kills);
    const last = Math.floor(Date.now() / MINUTE) * MINUTE;
    await until(async () => (await countEvaluated(fleet, last)) === alerts, 'Not all alerts were evaluated');
    await until(async () => !(await hasPending(fleet)), 'Not all notifications were delivered');
    print(`${kills} kills, ${during} of workers while alerts were leased\n`);
    await compare(fleet, alerts, last);
    await compareReceived(fleet, receiver.events);
  } finally {
    await fleet.close();
    await postgres.close();
    await receiver.close();
  }
}

/** Each minute with an even number has a row, so each alert fires and resolves in turns. */
async function createAlerts(fleet: WorkerFleet, alerts: number, receiverUrl: string): Promise<void> {
  await fleet.engine.command({
    sql: 'CREATE TABLE default.flips (Timestamp DateTime64(3), Body String) ENGINE = MergeTree ORDER BY Timestamp',
  });
  await fleet.engine.command({
    sql: `INSERT INTO default.flips SELECT toDateTime64((intDiv(toUnixTimestamp(now()), 120) + number - 5) * 120 + 30, 3), 'text'
      FROM numbers(120)`,
  });
  const create = async (path: string, body: object): Promise<string> => {
    const { result } = await fleet.call(`/stack${path}`, { method: 'POST', body: JSON.stringify(body) });
    return result.id;
  };
  const sourceId = await create('/sources', {
    ...{ name: 'Flips', kind: 'log', connection: 'default', timestampValueExpression: 'Timestamp' },
    from: { databaseName: 'default', tableName: 'flips' },
  });
  const savedSearchId = await create('/saved-searches', { name: 'Flips', sourceId });
  const webhook = { name: 'Receiver', service: 'generic', url: receiverUrl };
  const channel = { type: 'webhook', webhookId: await create('/webhooks', webhook) };
  const alert = {
    source: 'search',
    savedSearchId,
    interval: '1m',
    threshold: 1,
    thresholdType: 'above',
    channel,
  };
  for (let created = 0; created < alerts; created += CREATED_AT_ONCE)
    await Promise.all(
      Array.from({ length: Math.min(CREATED_AT_ONCE, alerts - created) }, () => create('/alerts', alert)),
    );
}

/**
 * Kills the worker that has been running for longest or the API, again and again. Returns how many workers were killed while alerts were
 * leased.
 */
async function killWorkers(fleet: WorkerFleet, kills: number): Promise<number> {
  let during = 0;
  let starting = Promise.resolve();
  for (let kill = 1; kill <= kills; kill += 1) {
    const deadline = performance.now() + LONGEST_PAUSE_MS;
    while (performance.now() < deadline && !(await hasLeases(fleet))) await setTimeout(POLL_MS);
    if (kill % API_KILL === 0) {
      await fleet.restartApi();
      continue;
    }
    if (await hasLeases(fleet)) during += 1;
    const [victim] = fleet.workers;
    if (victim === undefined) throw new Error('No worker runs.');
    await fleet.killWorker(victim);
    if (fleet.workers.length < FEWEST_WORKERS) {
      await starting;
      starting = startMissing(fleet);
      if (fleet.workers.length === 0) await starting;
    }
    if (kill % 10 === 1) progress(`${kill} kills, ${during} while alerts were leased`);
  }
  await starting;
  return during;
}

async function startMissing(fleet: WorkerFleet): Promise<void> {
  while (fleet.workers.length < WORKERS) await fleet.startWorker();
}

async function hasLeases({ database }: WorkerFleet): Promise<boolean> {
  const { rows } = await database.query('select 1 from alert_work where owner is not null limit 1');
  return rows.length > 0;
}

async function hasPending({ database }: WorkerFleet): Promise<boolean> {
  const { rows } = await database.query("select 1 from deliveries where state = 'pending' limit 1");
  return rows.length > 0;
}

async function countEvaluated({ database }: WorkerFleet, windowEnd: number): Promise<number> {
  const { rows } = await database.query(
    "select count(distinct alert_id) as alerts from alert_history where window_end = $1 and state != 'error'",
    [windowEnd],
  );
  return Number(rows[0].alerts);
}

/** Every window between the first and the last one is evaluated once with the right state, and every change is notified once. */
async function compare({ database }: WorkerFleet, alerts: number, last: number): Promise<void> {
  const { rows: windows } = await database.query(
    `select alert_id, window_start, state, notified from alert_history where state != 'error' and window_end <= $1
      order by alert_id, window_start, id`,
    [last],
  );
  const { rows: sent } = await database.query('select alert_id, type, event_id from deliveries order by id');
  let wrong = 0;
  for (const [id = '', entries] of Map.groupBy(windows, ({ alert_id }) => alert_id as string)) {
    const types = sent.filter(({ alert_id }) => alert_id === id).map(({ type }) => type as string);
    if (isRight(entries as Entry[], types)) continue;
    wrong += 1;
    if (wrong === 1) print(describe(id, entries as Entry[], types));
  }
  const events = new Set(sent.map(({ event_id }) => event_id));
  print(
    `${alerts} alerts, ${windows.length} windows, ${sent.length} notifications with ${events.size} events\n`,
  );
  print(
    `${wrong} alerts with a missing or repeated window, a wrong state, or a missing or repeated notification\n`,
  );
  if (wrong > 0 || events.size !== sent.length) process.exitCode = fail('The evaluations are wrong.\n');
}

/** The receiver got every notification, and a repeated one has the id of the first. */
async function compareReceived({ database }: WorkerFleet, events: readonly string[]): Promise<void> {
  const { rows } = await database.query('select event_id from deliveries');
  const sent = new Set(rows.map(({ event_id }) => event_id as string));
  const received = new Set(events);
  const missing = [...sent].filter((id) => !received.has(id)).length;
  const unknown = [...received].filter((id) => !sent.has(id)).length;
  print(`the receiver got ${received.size} events, ${events.length - received.size} of them again\n`);
  print(`${missing} events missing, ${unknown} unknown\n`);
  if (missing + unknown > 0) process.exitCode = fail('The deliveries are wrong.\n');
}

/** Accepts all notifications, and remembers their ids in the order of their arrival. */
async function openReceiver() {
  const events: string[] = [];
  const thread = new Worker(new URL('delivery-receivers.ts', import.meta.url), { workerData: ['works'] });
  const [[url]] = await once(thread, 'message');
  thread.on('message', (id: string) => events.push(id));
  return { events, url: url as string, close: () => thread.terminate() };
}

interface Entry {
  readonly window_start: string;
  readonly state: string;
  readonly notified: number;
}

function describe(id: string, entries: readonly Entry[], types: readonly string[]): string {
  const windows = entries.map(
    ({ window_start, state, notified }) =>
      `  ${new Date(Number(window_start)).toISOString()} ${state}${notified === 1 ? ' notified' : ''}`,
  );
  return [`alert ${id}`, ...windows, `  sent: ${types.join(', ')}`, ''].join('\n');
}

function isRight(entries: readonly Entry[], types: readonly string[]): boolean {
  const first = Number(entries[0]?.window_start);
  const expected: string[] = [];
  const isComplete = entries.every(({ window_start, state, notified }, index) => {
    const fires = (Number(window_start) / MINUTE) % 2 === 0;
    const changes = fires || index > 0;
    if (changes) expected.push(fires ? 'alert.firing' : 'alert.resolved');
    return (
      Number(window_start) === first + index * MINUTE &&
      state === (fires ? 'firing' : 'inactive') &&
      (notified === 1) === changes
    );
  });
  // The alerts may have been evaluated again since.
  return isComplete && expected.every((type, index) => types[index] === type);
}
