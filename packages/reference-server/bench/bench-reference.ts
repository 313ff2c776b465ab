import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { fail, print, progress } from '@penstock/bench/program';
import { openDatabases } from './databases.ts';
import { measureCreations } from './parts/creations.ts';
import { comparePages } from './parts/pages.ts';
import type { Figure, Part, Run } from './parts/part.ts';
import { compareRequests } from './parts/requests.ts';
import { startAndRest } from './parts/start-and-rest.ts';

/** In the order of the table; the parts that fill large databases are last. */
const PARTS = {
  requests: compareRequests,
  start: startAndRest,
  'creations-sqlite': measureCreations('SQLite'),
  'creations-postgresql': measureCreations('PostgreSQL'),
  'pages-sqlite': comparePages('SQLite'),
  'pages-postgresql': comparePages('PostgreSQL'),
} as const satisfies Record<string, Part>;

const NAMES = Object.keys(PARTS) as (keyof typeof PARTS)[];

const HELP = `Usage: pnpm bench:reference [--only <part>] [--pipes <n>] [--rounds <n>] [--json]

Measures the reference server, built and in a process of its own, in turns with what it is compared with. Linux only.
It takes less than 5 minutes. A part that cannot be measured is a sentence in the table. Exits with 1 if a goal is missed.

  --only <part>  measures one part; can be repeated. The parts:
                 requests               GET of a pipe: a service written by hand with the usual libraries, plain Express
                 start                  the time from the start to the first response, and the memory at rest
                 creations-<database>   POST of a pipe; sqlite or postgresql
                 pages-<database>       pages of 100 out of many pipes compared with pages out of 1,000
  --pipes <n>    how many are many; 1,000,000 by default, which takes some GB of disk for a while
  --rounds <n>   how often each comparison takes turns; 5 by default
  --json         print the figures as JSON
  --help         this text
`;

/** No part begins and no database is filled after this time, so that a run ends within 5 minutes. */
const FILLING_MS = 240_000;

process.exitCode = await main(process.argv.slice(2));

async function main(args: string[]): Promise<number> {
  const options = readOptions(args);
  if (typeof options === 'string') return fail(`${options}\n\n${HELP}`);
  if (options.help) return print(HELP);
  const databases = openDatabases();
  const deadline = performance.now() + FILLING_MS;
  try {
    const run = { ...options, deadline, database: databases.filled(deadline), progress };
    const figures: Figure[] = [];
    for (const name of options.parts) figures.push(...(await measured(name, run)));
    printFigures(figures, options);
    return figures.every(({ kept }) => kept) ? 0 : 1;
  } finally {
    await databases.close();
  }
}

async function measured(name: (typeof NAMES)[number], run: Run): Promise<readonly Figure[]> {
  if (performance.now() > run.deadline)
    return notMeasured(name, `The parts before took the time of this run. Measure it alone: --only ${name}`);
  try {
    return await PARTS[name](run);
  } catch (error) {
    return notMeasured(name, error instanceof Error ? error.message : String(error));
  }
}

function notMeasured(what: string, reason: string): Figure[] {
  return [{ what, measured: `not measured: ${reason}`, wanted: '', kept: false }];
}

interface Options extends Pick<Run, 'rounds' | 'pipes'> {
  readonly parts: readonly (typeof NAMES)[number][];
  readonly json: boolean;
  readonly help: boolean;
}

function readOptions(args: string[]): Options | string {
  try {
    const { values } = parseArgs({
      args,
      options: {
        only: { type: 'string', multiple: true, default: [] },
        pipes: { type: 'string', default: '1000000' },
        rounds: { type: 'string', default: '5' },
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
    const [pipes, rounds] = [Number(values.pipes), Number(values.rounds)];
    if (!Number.isInteger(pipes) || pipes < 1_000) return '--pipes takes a whole number of at least 1000';
    if (!Number.isInteger(rounds) || rounds < 1) return '--rounds takes a whole number of at least 1';
    const unknown = values.only.find((name) => !(name in PARTS));
    if (unknown !== undefined) return `--only takes one of ${NAMES.join(', ')}, not ${unknown}`;
    const parts = values.only.length === 0 ? NAMES : NAMES.filter((name) => values.only.includes(name));
    return { ...values, pipes, rounds, parts };
  } catch (error) {
    return (error as Error).message;
  }
}

function printFigures(figures: readonly Figure[], { pipes, json }: Options): void {
  const machine = `${cpus().length} x ${cpus()[0]?.model.trim()}, Node ${process.version}, ${pipes} pipes`;
  if (json) return void print(`${JSON.stringify({ machine, figures }, undefined, 2)}\n`);
  const lines = figures.map(
    ({ what, measured, wanted, kept }) => `| ${what} | ${measured} | ${wanted} | ${kept ? '' : 'missed'} |`,
  );
  print(`${machine}\n\n| | measured | wanted | |\n|---|---|---|---|\n${lines.join('\n')}\n`);
}
