import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { print, progress } from '@penstock/bench/program';
import { missingForKafka } from '@penstock/kafka/installation';
import { openKafkaFeed } from '../test/support/kafka-feed.ts';
import { type FedSource, killUnderLoad } from '../test/support/kill-under-load.ts';
import { openKinesisFeed } from '../test/support/kinesis-feed.ts';
import { openObjectStore } from '../test/support/object-store.ts';
import { killUnderChanges } from '../test/support/postgres-load.ts';

const HELP = `Usage: pnpm bench:kills [--kills <n>]

Kills the worker and the engine with SIGKILL in turns while a pipe moves rows from object storage, then from Kinesis with
splits and merges of its shards, then from Kafka, and compares the ids of all rows in the end. About 5 seconds per kill. Then the same
while a pipe copies a table of PostgreSQL and follows its insertions, updates, deletions, changes of keys and rollbacks; in the end both
tables are compared by checksum.

  --kills <n>      number of kills of each process per source; default 5, which takes less than 5 minutes
  --source <name>  only this source: objects, kinesis, kafka or postgres
  --help           print this text
`;

/** Few objects: the S3 server does not list more than 1,000 of them. */
const LOAD = { rowsPerFeed: 3_000, feedsAhead: 3 };

/** Rows before the pipe is created. */
const COPIED_ROWS = 20_000;

const { values: options } = parseArgs({
  options: {
    kills: { type: 'string', default: '5' },
    source: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
if (options.help) print(HELP);
else await main(Number(options.kills), options.source);

async function main(kills: number, source: string | undefined): Promise<void> {
  if (source === undefined || source === 'objects') {
    const store = await openObjectStore();
    const objects = { pipeInto: (table: string) => store.pipeInto(table), feed: store.feed };
    await run('object storage', objects, kills).finally(() => store.close());
  }
  if (source === undefined || source === 'kinesis') {
    const feed = await openKinesisFeed();
    await run('Kinesis', feed, kills).finally(() => feed.close());
  }
  if (source === undefined || source === 'kafka') await runKafka(kills);
  if (source === undefined || source === 'postgres') await runPostgres(kills);
}

async function runPostgres(kills: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'penstock-kills-'));
  try {
    const { source, destination, transactions } = await killUnderChanges({
      folder,
      kills: 2 * kills,
      rows: COPIED_ROWS,
      onKill: (kill, state) => progress(`PostgreSQL, kill ${kill + 1} of ${2 * kills}, ${state}`),
    });
    const isEqual = source.rows === destination.rows && source.sum === destination.sum;
    print(
      `PostgreSQL: ${transactions} transactions, ${source.rows} rows, ${isEqual ? 'equal' : 'DIFFERENT'} by checksum\n`,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function runKafka(kills: number): Promise<void> {
  const missing = missingForKafka();
  if (missing !== undefined) {
    print(`Kafka: skipped, ${missing}\n`);
    return;
  }
  const feed = await openKafkaFeed();
  await run('Kafka', feed, kills).finally(() => feed.close());
}

async function run(name: string, source: FedSource, kills: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'penstock-kills-'));
  try {
    const { fed, lost, doubled } = await killUnderLoad({
      folder,
      kills: 2 * kills,
      ...LOAD,
      source,
      onKill: (kill, rows) => progress(`${name}, kill ${kill + 1} of ${2 * kills}, ${rows} rows`),
    });
    print(`${name}: ${fed} rows, ${lost} lost, ${doubled} doubled\n`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
