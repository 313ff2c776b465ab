import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatTable } from '@penstock/bench/format-table';
import { fail, print, readOptions } from '@penstock/bench/program';
import { BenchmarkError, type Measurements, measure, type Step } from './generate/bench/measurements.ts';
import { summarize } from './generate/bench/summary.ts';

const HELP = `Usage: pnpm bench:generate [--rounds <n>] [--json]

Times \`pnpm generate\` and its stages, and the same work done by the tools' own command lines: lint the
sources, bundle to YAML and JSON, lint the bundles, generate types, for both surfaces. (The operation table, the handlers
and the problems have no such tool; only ours does them.) The two sides take turns. Writes nothing into the workspace.

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
  const { pipeline, commandLines, ratio } = summarize(measurements);
  const table = (title: string, { total, steps }: { total: number; steps: Step[] }) =>
    formatTable(
      [title, 'ms'],
      [
        ...steps.map(({ name, ms }) => [name, String(ms)]),
        ['total, with the start of each process', String(total)],
      ],
    );
  const rounds = measurements.pipeline.length;
  return `Medians of ${rounds} ${rounds === 1 ? 'round' : 'rounds'}; those of the steps need not add up to that of the total.

${table('pnpm generate', pipeline)}
${table("the tools' own command lines", commandLines)}
The tools' own command lines take ${ratio} times as long as \`pnpm generate\`.
`;
}
