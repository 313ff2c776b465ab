import { resolve } from 'node:path';
import { parseArgs, styleText } from 'node:util';
import { type Drift, findDrift, removeDrift } from './artefacts.ts';
import { CONTRACT_OPTIONS } from './contract-command.ts';
import { describeFailure } from './diagnostics/failure.ts';
import type { SlowEmitters } from './emit/slow-emitters.ts';
import { generate } from './pipeline.ts';

const HELP = `Usage: pnpm generate [--check] [--root <folder>]

Generates everything that is derived from openapi/: the bundles, the types, the operation table, the types of
the server's handlers and the resources of the client. Writes nothing if the contract has errors.

  --check          write nothing; fail if a committed file is out of date
  --root <folder>  the workspace to work in; this one by default
  --help           print this text
`;

const milliseconds = stopwatch();

/** Starts what compiles the validators and the types while the rest of the pipeline runs. */
type StartEmitters = () => SlowEmitters & { stop(): Promise<void> };

/** Runs the command, and returns its exit code. */
export async function main(args: string[], startEmitters: StartEmitters): Promise<number> {
  const options = readOptions(args);
  if (typeof options === 'string') return fail(`${options}\n\n${HELP}`);
  if (options.help) return print(HELP);

  const emitters = startEmitters();
  try {
    return await run(options.root, options.check, emitters);
  } catch (error) {
    return fail(describeFailure(error, options.root, 'pnpm generate'));
  } finally {
    await emitters.stop();
  }
}

async function run(workspace: string, check: boolean, emitters: SlowEmitters): Promise<number> {
  printStage('start');
  const { artefacts, operations, schemas } = await generate(workspace, printStage, emitters);
  const drift = await findDrift(workspace, artefacts);
  if (!check) await removeDrift(workspace, artefacts, drift);
  printStage(check ? 'compare' : 'write');

  const changed = check ? `${drift.length} of ${artefacts.size} files differ` : describeChanges(drift);
  print(
    `${operations} operations, ${schemas} schemas, ${changed}, ${Math.round(performance.now())} ms in all\n`,
  );
  if (!check || drift.length === 0) return 0;

  return fail(
    `${drift.map(describeDrift).join('')}\nThe committed files are out of date: run \`pnpm generate\`.\n`,
  );
}

function readOptions(args: string[]) {
  try {
    const { values } = parseArgs({
      args,
      options: {
        ...CONTRACT_OPTIONS,
        check: { type: 'boolean', default: false },
      },
    });
    return { ...values, root: resolve(values.root) };
  } catch (error) {
    return (error as Error).message;
  }
}

function describeChanges(drift: Drift[]): string {
  const removed = drift.filter(({ kind }) => kind === 'extra').length;
  const written = `${drift.length - removed} files written`;
  return removed === 0 ? written : `${written}, ${removed} removed`;
}

function describeDrift({ path, kind }: Drift): string {
  return `${styleText('red', kind.padEnd(7), { stream: process.stderr })}  ${path}\n`;
}

function printStage(name: string): void {
  print(`${styleText('dim', `${milliseconds()} ms`.padStart(8), { stream: process.stdout })}  ${name}\n`);
}

/** Milliseconds since the call before; the first call counts from the start of the process. */
function stopwatch(): () => number {
  let last = 0;
  return () => {
    const elapsed = performance.now() - last;
    last += elapsed;
    return Math.round(elapsed);
  };
}

function print(text: string): number {
  process.stdout.write(text);
  return 0;
}

function fail(text: string): number {
  process.stderr.write(text);
  return 1;
}
