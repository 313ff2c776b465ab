import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatTable } from '@penstock/bench/format-table';
import { print, progress, readOptions } from '@penstock/bench/program';
import { embeddedEngine } from '../src/port/embedded/embedded-engine.ts';
import { changesPerSecond, copySeconds, visibleSeconds, withPostgres } from './postgres-pipes.ts';

const HELP = `Usage: pnpm bench:postgres [--rounds <n>] [--json]

Measures pipes from a PostgreSQL server that it starts: changes per CPU second, the time from a commit to the row in the engine at 1,000
rows per second, and a copy against INSERT … SELECT FROM postgresql(). CPU is that of the pipe and of the engine. Linux only; less
than 5 minutes.

  --rounds <n>  number of turns for the medians of copies; default 3
  --json        print the figures as JSON
  --help        print this text
`;

const options = readOptions(process.argv.slice(2), 3);
if (typeof options === 'string') {
  process.stderr.write(`${options}\n`);
  process.exitCode = 2;
} else if (options.help) print(HELP);
else await main(options.rounds, options.json);

async function main(rounds: number, json: boolean): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'penstock-bench-'));
  const engine = await embeddedEngine({ dataFolder: folder });
  try {
    progress('Reading changes');
    const changes = await withPostgres(engine, changesPerSecond);
    progress('Waiting for rows');
    const visible = await withPostgres(engine, visibleSeconds);
    progress('Copying');
    const copy = await withPostgres(engine, (parts) => copySeconds(parts, rounds));
    const figures = [
      { what: 'changes per CPU second', measured: changes.toFixed(0) },
      {
        what: 'from commit to visible, 1,000 rows per second, interval 1 s: median, p95',
        measured: `${visible.median.toFixed(2)} s, ${visible.p95.toFixed(2)} s`,
      },
      {
        what: `copy of ${copy.rows} rows in partitions of 100,000, and in one, CPU of INSERT SELECT FROM postgresql() / pipe`,
        measured: `${copy.plain.toFixed(2)} s / ${copy.small.toFixed(2)} s: ${(copy.plain / copy.small).toFixed(2)}, ${(copy.plain / copy.large).toFixed(2)}`,
      },
    ];
    const rows = figures.map(({ what, measured }) => [what, measured]);
    print(json ? `${JSON.stringify(figures, null, 2)}\n` : formatTable(['what', 'measured'], rows));
  } finally {
    await engine.close();
    rmSync(folder, { recursive: true });
  }
}
