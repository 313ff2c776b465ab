import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { timedRounds } from '@penstock/bench/timed-rounds';
import { commandFile } from '../../consumers/installed-package.ts';
import { SURFACES } from '../surfaces.ts';

const workspace = join(import.meta.dirname, '../../..');

/** A step and its duration. */
export interface Step {
  name: string;
  ms: number;
}

interface Command {
  name: string;
  cwd: string;
  /** What Node is called with. */
  parameters: string[];
}

/** One side in one round: `total` is the wall clock, with the start of every process, and `cpu` the time of all threads. */
export interface Run {
  total: number;
  cpu: number;
  steps: Step[];
}

/** One entry per round on each side. */
export interface Measurements {
  pipeline: Run[];
  commandLines: Run[];
}

/** Writes the CPU time of a process to file descriptor 3 when it ends. A data URL, so that no measured process strips types for it. */
const REPORT_CPU = `data:text/javascript,${encodeURIComponent(
  "import { writeSync } from 'node:fs'; process.on('exit', () => { const { user, system } = process.cpuUsage(); writeSync(3, String((user + system) / 1000)); });",
)}`;

/** Something else than the time went wrong. */
export class BenchmarkError extends Error {}

/** Takes turns, and swaps who is first, so that a machine that gets slower is slower for both. */
export function measure(rounds: number, folder: string): Measurements {
  const pipeline: Run[] = [];
  const commandLines: Run[] = [];
  const sides = [() => pipeline.push(runPipeline()), () => commandLines.push(runCommandLines(folder))];
  for (const round of timedRounds(rounds)) {
    for (const side of round % 2 === 0 ? sides : sides.toReversed()) side();
  }
  return { pipeline, commandLines };
}

/** `--check` does all that `pnpm generate` does on a clean tree, and is sure not to write. */
function runPipeline(): Run {
  const program = join(import.meta.dirname, '../../generate.ts');
  const { ms, cpu, stdout } = run({
    name: 'pnpm generate:check',
    cwd: workspace,
    parameters: [program, '--check'],
  });
  const stages = [...stdout.matchAll(/^ *(\d+) ms {2}(.+)$/gm)];
  return {
    total: ms,
    cpu,
    steps: stages.map(([, stage = '', name = '']) => ({ name, ms: Number(stage) })),
  };
}

/** One command after the other, as in a package.json without a pipeline of its own. */
function runCommandLines(folder: string): Run {
  const steps = commands(folder).map((command) => ({ name: command.name, ...run(command) }));
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
  return {
    total: sum(steps.map(({ ms }) => ms)),
    cpu: sum(steps.map(({ cpu }) => cpu)),
    steps: steps.map(({ name, ms }) => ({ name, ms })),
  };
}

function commands(folder: string): Command[] {
  const redocly = commandFile('@redocly/cli', 'redocly');
  const openapiTypescript = commandFile('openapi-typescript', 'openapi-typescript');
  const bundle = (surface: string, format: string) => join(folder, `${surface}.${format}`);
  const conflicts = '--component-renaming-conflicts-severity=error';
  return [
    ...SURFACES.map((surface) => ({
      name: `redocly lint ${surface}`,
      cwd: workspace,
      parameters: [redocly, 'lint', surface],
    })),
    ...SURFACES.flatMap((surface) =>
      ['yaml', 'json'].map((format) => ({
        name: `redocly bundle ${surface}, ${format}`,
        cwd: workspace,
        parameters: [redocly, 'bundle', surface, '--output', bundle(surface, format), conflicts],
      })),
    ),
    ...SURFACES.map((surface) => ({
      // With the stock rules alone: the command line cannot match the exceptions to locations in a bundle.
      name: `redocly lint ${surface}, its bundle`,
      cwd: folder,
      parameters: [redocly, 'lint', bundle(surface, 'yaml'), '--extends=recommended-strict'],
    })),
    ...SURFACES.map((surface) => ({
      name: `openapi-typescript ${surface}`,
      // In the workspace it would find redocly.yaml, and want its own settings in there.
      cwd: folder,
      parameters: [
        ...[openapiTypescript, bundle(surface, 'json')],
        ...['--output', join(folder, `${surface}.ts`), '--read-write-markers'],
      ],
    })),
  ];
}

function run({ name, cwd, parameters }: Command): { ms: number; cpu: number; stdout: string } {
  const begun = performance.now();
  const { status, output } = spawnSync(process.execPath, ['--import', REPORT_CPU, ...parameters], {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1', REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    maxBuffer: 64 * 1024 * 1024,
  });
  const ms = performance.now() - begun;
  const [, stdout = '', stderr = '', cpu] = output.map((text) => text ?? '');
  if (status === 0) return { ms, cpu: Number(cpu), stdout };
  throw new BenchmarkError(
    `${stdout}${stderr}\n\`${name}\` failed, so there is nothing to measure. Fix the error first.`,
  );
}
