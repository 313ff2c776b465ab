import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { print, progress } from '@penstock/bench/program';
import { killUnderLoad } from '../test/support/kill-under-load.ts';
import { openObjectStore } from '../test/support/object-store.ts';

const HELP = `Usage: pnpm bench:kills [--kills <n>]

Kills the worker and the engine with SIGKILL in turns while a pipe moves rows from object storage, and compares the ids of all rows
in the end. About 5 seconds per kill.

  --kills <n>   number of kills of each process; default 100
  --help        print this text
`;

/** Few objects: the S3 server does not list more than 1,000 of them. */
const LOAD = { rowsPerFeed: 3_000, feedsAhead: 3 };

const { values: options } = parseArgs({
  options: { kills: { type: 'string', default: '100' }, help: { type: 'boolean', default: false } },
});
if (options.help) print(HELP);
else await main(Number(options.kills));

async function main(kills: number): Promise<void> {
  const store = await openObjectStore();
  const folder = mkdtempSync(join(tmpdir(), 'penstock-kills-'));
  try {
    const result = await killUnderLoad({
      folder,
      kills: 2 * kills,
      ...LOAD,
      source: { pipeInto: (table) => store.pipeInto(table), feed: store.feed },
      onKill: (kill, rows) => progress(`Kill ${kill + 1} of ${2 * kills}, ${rows} rows`),
    });
    const { fed, lost, doubled } = result;
    print(`object storage: ${fed} rows, ${lost} lost, ${doubled} doubled\n`);
  } finally {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
