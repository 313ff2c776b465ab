import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatTable } from '@penstock/bench/format-table';
import { median } from '@penstock/bench/median';
import { fail, print, progress, readOptions } from '@penstock/bench/program';
import { buildSite } from '@penstock/site/build';
import { serveFolder } from '../dev/static-server.ts';
import { measureBuild } from './build-time.ts';
import { measureEdits } from './edit-to-reload.ts';
import { type Load, measureLoads } from './page-loads.ts';

const HELP = `Usage: pnpm bench:site [--rounds <n>] [--json]

Builds the site and loads its pages from a static server on the loopback interface, each time in a new browser with an empty
cache. Measures the first contentful paint, the time until Scalar has drawn, and the transferred bytes. Then edits a YAML file
while \`pnpm site:dev\` runs, and measures the time until the page has the edit. Prints medians and limits.

  --rounds <n>  number of repetitions; default 7
  --json        print every measurement as JSON
  --help        print this text
`;

/** The limits, in milliseconds and bytes. */
const LIMITS = { landingPaint: 1000, referencePaint: 2500, landingBytes: 100_000, build: 10_000, edit: 1000 };

process.exitCode = await main(process.argv.slice(2));

async function main(args: string[]): Promise<number> {
  const options = readOptions(args, 7);
  if (typeof options === 'string') return fail(`${options}\n\n${HELP}`);
  if (options.help) return print(HELP);
  const measured = await measure(options.rounds);
  if (options.json) return print(`${JSON.stringify(measured, null, 2)}\n`);
  const figures = figuresOf(measured);
  print(
    formatTable(
      ['measurement', 'median', 'limit', ''],
      figures.map(({ measurement, value, limit, unit }) => [
        measurement,
        `${value} ${unit}`,
        limit === undefined ? '' : `${limit} ${unit}`,
        isWithin(value, limit) ? '' : 'MISSED',
      ]),
    ),
  );
  return figures.every(({ value, limit }) => isWithin(value, limit)) ? 0 : 1;
}

interface Measured {
  readonly landing: readonly Load[];
  readonly reference: readonly Load[];
  readonly builds: readonly number[];
  readonly edits: readonly number[];
}

async function measure(rounds: number): Promise<Measured> {
  const folder = mkdtempSync(join(tmpdir(), 'penstock-bench-'));
  await buildSite(folder);
  const server = await serveFolder(folder);
  try {
    progress('opening pages');
    const landing = await measureLoads(`${server.url}index.html`, rounds);
    const reference = await measureLoads(`${server.url}reference/management/document/`, rounds);
    progress('building');
    const builds = measureBuild(rounds);
    progress('editing');
    return { landing, reference, builds, edits: await measureEdits(rounds) };
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true });
  }
}

interface Figure {
  readonly measurement: string;
  readonly value: number;
  readonly unit: 'ms' | 'bytes';
  readonly limit?: number;
}

function figuresOf({ landing, reference, builds, edits }: Measured): Figure[] {
  const of = (loads: readonly Load[], part: keyof Load) =>
    Math.round(median(loads.map((load) => load[part])));
  return [
    {
      measurement: 'landing page, first contentful paint',
      value: of(landing, 'painted'),
      unit: 'ms',
      limit: LIMITS.landingPaint,
    },
    {
      measurement: 'landing page, transferred',
      value: of(landing, 'bytes'),
      unit: 'bytes',
      limit: LIMITS.landingBytes,
    },
    {
      measurement: 'reference, first contentful paint',
      value: of(reference, 'painted'),
      unit: 'ms',
      limit: LIMITS.referencePaint,
    },
    { measurement: 'reference, drawn by Scalar', value: of(reference, 'drawn'), unit: 'ms' },
    { measurement: 'reference, transferred', value: of(reference, 'bytes'), unit: 'bytes' },
    {
      measurement: 'build, as a command',
      value: Math.round(median(builds)),
      unit: 'ms',
      limit: LIMITS.build,
    },
    {
      measurement: 'site:dev, from an edit to the updated page',
      value: Math.round(median(edits)),
      unit: 'ms',
      limit: LIMITS.edit,
    },
  ];
}

function isWithin(value: number, limit = Number.POSITIVE_INFINITY): boolean {
  return value < limit;
}
