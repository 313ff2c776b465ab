import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatTable } from '@penstock/bench/format-table';
import { fail, print, readOptions } from '@penstock/bench/program';
import { BenchmarkError, type Measurements, measure, type Step } from './generate/bench/measurements.ts';
import { summarize } from './generate/bench/summary.ts';

const HELP = `Usage: pnpm bench:generate [--rounds <n>] [--json]

Times \`pnpm generate\` and its stages, and the same work done by the tools' own command lines: lint the
sources, bundle to YAML and JSON, lint the bundles, generate types, for both surfaces. \`pnpm generate\` is measured
as a whole: the validators, the client, the operation table, the handlers and the problems count against it, although no
tool of the other side generates them. The two sides take turns. On a busy machine, compare the CPU time. Writes
nothing into the workspace.

  --rounds <n>  how often; 5 by default
  --json        print the medians and every measurement as JSON
  --help        this text
`;

process.exitCode = main(process.argv.slice(2));

function main(args: string[]): number {
  const options = readOptions(args, 5);
  if (typeof options === 'string') return fail(`${options}\n\n${HELP}`);
  if (options.help) return print(HELP);
  const folder = mkdtempSync(join(tmpdir(), 'penstock-bench-'));
  try {
    return print(
      options.json ? toJson(measure(options.rounds, folder)) : toTables(measure(options.rounds, folder)),
    );
  } catch (error) {
    if (!(error instanceof BenchmarkError)) throw error;
    return fail(`${error.message}\n`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function toJson(measurements: Measurements): string {
  return `${JSON.stringify({ ...summarize(measurements), rounds: measurements }, null, 2)}\n`;
}

function toTables(measurements: Measurements): string {
  const { pipeline, commandLines, share } = summarize(measurements);
  const table = (title: string, { total, cpu, steps }: { total: number; cpu: number; steps: Step[] }) =>
    formatTable(
      [title, 'ms'],
      [
        ...steps.map(({ name, ms }) => [name, String(ms)]),
        ['total, with the start of each process', String(total)],
        ['CPU time, of all threads', String(cpu)],
      ],
    );
  const rounds = measurements.pipeline.length;
  return `Medians of ${rounds} ${rounds === 1 ? 'round' : 'rounds'}; those of the steps need not add up to that of the total.

${table('pnpm generate', pipeline)}
${table("the tools' own command lines", commandLines)}
\`pnpm generate\` takes ${share.total} of the time of the tools' own command lines, and ${share.cpu} of their CPU time.
`;
}
