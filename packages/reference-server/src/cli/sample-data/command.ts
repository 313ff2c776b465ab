import { setTimeout as wait } from 'node:timers/promises';
import type { EnginePort } from '@penstock/engine';
import { Command, InvalidArgumentError, Option } from 'commander';
import { type Environment, readConfiguration } from '../../api/configuration.ts';
import { SAMPLE_DATABASE } from '../../api/first-start/sample-tables.ts';
import { connectEngine } from '../connect-engine.ts';
import { print } from '../print.ts';
import { progress } from '../progress.ts';
import { table } from '../table.ts';
import { parsePast } from '../time-options.ts';
import { type ShopSlice, shopData } from './shop/shop-data.ts';
import { SLICE_MS, SLICES_PER_MINUTE, sliceAt } from './shop/slices.ts';
import {
  addRows,
  NOTHING_WRITTEN,
  prepareTables,
  type WrittenRows,
  writeSlices,
  writtenSlices,
} from './write-shop.ts';

const HELP = `
The rows are logs, traces, metrics and sessions of a small shop, in the tables that the sample sources name: otel_logs, otel_traces,
otel_metrics_gauge, otel_metrics_sum, otel_metrics_histogram and otel_sessions of the database ${SAMPLE_DATABASE}. The command creates those that do not
exist, also on a ClickHouse server (PENSTOCK_ENGINE). The first start with the embedded engine creates them as well.

Once per hour the payment provider does not respond for 8 minutes: checkouts fail, and the logs and traces contain why. The load
follows the time of the day (UTC). The same seed makes the same rows for the same time.

Time that already has rows of this command is left out, whatever their seed was, so running it again adds only what is missing. To
start over, empty the tables:

  penstock sql "TRUNCATE TABLE ${SAMPLE_DATABASE}.otel_traces"     and so on

The engine is that of the running server, as for penstock sql.

Examples:
  penstock sample-data                        the last hour
  penstock sample-data --since 24h            a day, with its load curve
  penstock sample-data --follow               the last hour, then new rows each 10 seconds until Ctrl-C
  penstock dashboard Checkout --since 1h      draws the result`;

interface Options {
  readonly seed: number;
  readonly since: (now: number) => Date;
  readonly until?: (now: number) => Date;
  readonly follow?: true;
  readonly json?: true;
}

const LONGEST_DAYS = 7;
const HOUR_AGO = '1h';
/** Slices per insert: a quarter of an hour. */
const SLICES_PER_WRITE = 15 * SLICES_PER_MINUTE;

/** `penstock sample-data`: writes telemetry of a small shop. */
export function sampleDataCommand(environment: Environment): Command {
  return new Command('sample-data')
    .description('write logs, traces and metrics of a small shop, for the sample dashboard')
    .addOption(new Option('--seed <number>', 'makes other rows').argParser(parseSeed).default(1))
    .addOption(
      new Option('--since <time>', 'the beginning: 30m, 12h or 7d before now, or a timestamp')
        .argParser(parsePast)
        .default(parsePast(HOUR_AGO), HOUR_AGO),
    )
    .option('--until <time>', 'the end, written in the same way (default: now)', parsePast)
    .option('--follow', 'keep writing in real time until Ctrl-C')
    .option('--json', 'print the range and the numbers of rows as JSON; with --follow, one line per write')
    .addHelpText('after', HELP)
    .action((options: Options) => run(environment, options));
}

async function run(environment: Environment, options: Options): Promise<void> {
  const now = Date.now();
  const end = sliceAt(options.until?.(now).getTime() ?? now);
  const first = sliceAt(options.since(now).getTime());
  rejectRange(options, first, end);
  const engine = await connectEngine(readConfiguration(environment));
  const stop = new AbortController();
  const onSignal = () => stop.abort();
  process.once('SIGINT', onSignal).once('SIGTERM', onSignal);
  try {
    await prepareTables(engine);
    const data = shopData(options.seed, first);
    const past = await writePast(engine, data, first, end, stop.signal);
    print(options.json, summaryOf(past), describe(past));
    if (options.follow) await follow(engine, data, options, stop.signal);
  } finally {
    process.off('SIGINT', onSignal).off('SIGTERM', onSignal);
    await engine.close();
  }
}

function rejectRange({ until, follow: follows }: Options, first: number, end: number): void {
  if (follows && until !== undefined)
    throw new Error('--follow writes until now and goes on. Remove --until or --follow.');
  if (first >= end) throw new Error('--since must be before --until. Change one of them.');
  if ((end - first) * SLICE_MS > LONGEST_DAYS * 86_400_000)
    throw new Error(`The range is longer than ${LONGEST_DAYS} days. Use a later --since.`);
}

/** What was written, from the first slice to before the end. */
interface Written {
  readonly first: number;
  readonly end: number;
  readonly rows: WrittenRows;
  /** Slices that were left out, because they have rows. */
  readonly existing: number;
}

async function writePast(
  engine: EnginePort,
  data: Iterator<ShopSlice>,
  first: number,
  end: number,
  signal: AbortSignal,
): Promise<Written> {
  const existing = await writtenSlices(engine, first, end);
  const line = progress('Sample data, slices of 10 seconds');
  let rows = NOTHING_WRITTEN;
  let next = first;
  while (next < end && !signal.aborted) {
    const count = Math.min(SLICES_PER_WRITE, end - next);
    const slices = take(data, count).filter(({ slice }) => !existing.has(slice));
    rows = addRows(rows, await writeSlices(engine, slices));
    next += count;
    line.update(next - first, end - first);
  }
  line.clear();
  return { first, end: next, rows, existing: existing.size };
}

/** Writes each slice when it is over. */
async function follow(
  engine: EnginePort,
  data: Iterator<ShopSlice>,
  { json }: Options,
  signal: AbortSignal,
): Promise<void> {
  if (!json) process.stdout.write('Writing new rows each 10 seconds. Press Ctrl-C to stop.\n');
  while (!signal.aborted) {
    const [one] = take(data, 1);
    if (one === undefined) return;
    const { slice } = one;
    const remaining = Math.max((slice + 1) * SLICE_MS - Date.now(), 0);
    if (!(await wait(remaining, true, { signal }).catch(() => false))) return;
    const existing = await writtenSlices(engine, slice, slice + 1);
    const rows = existing.size > 0 ? NOTHING_WRITTEN : await writeSlices(engine, [one]);
    if (json) print(true, summaryOf({ first: slice, end: slice + 1, rows, existing: existing.size }), '');
  }
}

function take(data: Iterator<ShopSlice>, count: number): ShopSlice[] {
  return Array.from({ length: count }, () => data.next().value as ShopSlice);
}

function summaryOf({ first, end, rows, existing }: Written) {
  return {
    startTime: timeOf(first),
    endTime: timeOf(end),
    rows,
    existingSeconds: (existing * SLICE_MS) / 1000,
  };
}

function describe(written: Written): string {
  const { startTime, endTime, rows, existingSeconds } = summaryOf(written);
  const lines = Object.entries(rows).map(([name, count]) => [name, count.toLocaleString('en-US')]);
  const leftOut =
    existingSeconds === 0
      ? ''
      : `\n${existingSeconds.toLocaleString('en-US')} seconds of it already had sample data, and were left out.\n`;
  return `Sample data from ${startTime} to ${endTime}, in the database ${SAMPLE_DATABASE}:\n\n${table(['TABLE', 'NEW ROWS'], lines)}${leftOut}`;
}

function timeOf(slice: number): string {
  return new Date(slice * SLICE_MS).toISOString();
}

function parseSeed(text: string): number {
  const seed = Number(text);
  if (/^\d+$/.test(text) && Number.isSafeInteger(seed)) return seed;
  throw new InvalidArgumentError('Write a number without a sign, such as 7.');
}
