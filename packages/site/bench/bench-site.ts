import { formatTable } from '@penstock/bench/format-table';
import { median } from '@penstock/bench/median';
import { fail, print, progress, readOptions } from '@penstock/bench/program';
import { measureBuild } from './build-time.ts';
import { startDocsServer } from './docs-server.ts';
import { measureEdits } from './edit-to-reload.ts';
import { type Load, measureLoads, type Visit } from './page-loads.ts';

const HELP = `Usage: pnpm bench:site [--rounds <n>] [--json]

Builds the site, and loads its pages from the reference server, each time in a new browser with an empty cache, a line of
1.6 Mbit/s with a latency of 150 ms, and a CPU that is slowed down four times. Measures the first contentful paint, the
transferred bytes and the layout shift. Then edits a YAML file while \`pnpm site:dev\` runs, and measures the time until the page
has the edit. Prints medians and limits.

  --rounds <n>  number of repetitions; default 3
  --json        print every measurement as JSON
  --help        print this text
`;

const OPERATIONS = ['pipes/createPipe', 'pipes/listPipes', 'dashboards/createStackDashboard'].map(
  (name) => `reference/management/${name}/`,
) as [string, string, string];

const VISITS: readonly Visit[] = [
  ...OPERATIONS.map((path): Visit => ({ path, window: 'desktop' })),
  { path: OPERATIONS[0], window: 'phone' },
  { path: `${OPERATIONS[0]}#body.source.kafka.topics`, window: 'desktop' },
  { path: `${OPERATIONS[0]}#body.source.kafka.topics`, window: 'phone' },
  { path: 'index.html', window: 'phone' },
  { path: 'guides/quick-start.html', window: 'phone' },
];

const LIMITS = { bytes: 60_000, painted: 1500, shift: 0.05, build: 5000, edit: 1000 };

process.exitCode = await main(process.argv.slice(2));

async function main(args: string[]): Promise<number> {
  const options = readOptions(args, 3);
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
        `${limit} ${unit}`,
        value < limit ? '' : 'MISSED',
      ]),
    ),
  );
  return figures.every(({ value, limit }) => value < limit) ? 0 : 1;
}

interface Measured {
  readonly loads: readonly { readonly visit: Visit; readonly loads: readonly Load[] }[];
  readonly builds: readonly number[];
  readonly edits: readonly number[];
}

async function measure(rounds: number): Promise<Measured> {
  progress('building');
  const builds = measureBuild(rounds);
  const server = await startDocsServer();
  const loads: { visit: Visit; loads: Load[] }[] = [];
  try {
    for (const visit of VISITS) {
      progress(`opening ${visit.path}`);
      loads.push({ visit, loads: await measureLoads(server.site, visit, rounds) });
    }
  } finally {
    await server.stop();
  }
  progress('editing');
  return { loads, builds, edits: await measureEdits(rounds) };
}

interface Figure {
  readonly measurement: string;
  readonly value: number;
  readonly unit: '' | 'ms' | 'bytes';
  readonly limit: number;
}

function figuresOf({ loads, builds, edits }: Measured): Figure[] {
  return [
    ...loads.flatMap(({ visit: { path, window }, loads: ofVisit }) => {
      const of = (part: keyof Load) => median(ofVisit.map((load) => load[part]));
      const page = `${path}, ${window}`;
      return [
        figure(`${page}: transferred`, Math.round(of('bytes')), 'bytes', LIMITS.bytes),
        figure(`${page}: first paint`, Math.round(of('painted')), 'ms', LIMITS.painted),
        figure(`${page}: layout shift`, Number(of('shift').toFixed(4)), '', LIMITS.shift),
      ];
    }),
    figure('build, as a command', Math.round(median(builds)), 'ms', LIMITS.build),
    figure('site:dev, from an edit to the updated page', Math.round(median(edits)), 'ms', LIMITS.edit),
  ];
}

function figure(measurement: string, value: number, unit: Figure['unit'], limit: number): Figure {
  return { measurement, value, unit, limit };
}
