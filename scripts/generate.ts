import { join, resolve } from 'node:path';
import { parseArgs, styleText } from 'node:util';
import { type Drift, findDrift, removeDrift } from './generate/artefacts.ts';
import { ContractError, formatDiagnostic } from './generate/diagnostics/diagnostics.ts';
import { generate } from './generate/pipeline.ts';

const HELP = `Usage: pnpm generate [--check] [--root <folder>]

Generates everything that is derived from openapi/: the bundles, the types, the operation table, the types of
the server's handlers and the resources of the client. Nothing is written if the contract has a mistake.

  --check          write nothing; fail if a committed file is not what the contract says
  --root <folder>  the workspace to work in; this one by default
  --help           this text
`;

const milliseconds = stopwatch();

// What a library left to itself fails like everything else: in a sentence.
process.on('uncaughtException', (error) => {
  fail(faultOfProgram(error));
  process.exit(1);
});
process.exitCode = await main(process.argv.slice(2));

async function main(args: string[]): Promise<number> {
  const options = readOptions(args);
  if (typeof options === 'string') return fail(`${options}\n\n${HELP}`);
  if (options.help) return print(HELP);

  try {
    return await run(options.root, options.check);
  } catch (error) {
    if (!(error instanceof ContractError)) return fail(faultOfProgram(error));
    const lines = error.diagnostics.map((diagnostic) => formatDiagnostic(diagnostic, options.root));
    return fail(`${lines.join('\n')}\n\n${error.message}. Nothing was written.\n`);
  }
}

async function run(workspace: string, check: boolean): Promise<number> {
  printStage('start');
  const { artefacts, operations, schemas } = await generate(workspace, printStage);
  const drift = await findDrift(workspace, artefacts);
  if (!check) await removeDrift(workspace, artefacts, drift);
  printStage(check ? 'compare' : 'write');

  const changed = check ? `${drift.length} of ${artefacts.size} files differ` : describeChanges(drift);
  print(
    `${operations} operations, ${schemas} schemas, ${changed}, ${Math.round(performance.now())} ms in all\n`,
  );
  if (!check || drift.length === 0) return 0;

  return fail(
    `${drift.map(describeDrift).join('')}\nThe committed files are not what openapi/ says: run \`pnpm generate\`.\n`,
  );
}

function readOptions(args: string[]) {
  try {
    const { values } = parseArgs({
      args,
      options: {
        check: { type: 'boolean', default: false },
        root: { type: 'string', default: join(import.meta.dirname, '..') },
        help: { type: 'boolean', default: false },
      },
    });
    return { ...values, root: resolve(values.root) };
  } catch (error) {
    return (error as Error).message;
  }
}

/** Anything but a mistake in the contract: nobody who writes the contract can do something about it. */
function faultOfProgram(error: unknown): string {
  // Redocly puts the stack of what made it fail into its message.
  const [reason] = (error instanceof Error ? error.message : String(error)).split('\n\n', 1);
  return `\`pnpm generate\` failed: ${reason}\nThis is a fault of the program, not of the contract: please open an issue with this message and the change that led to it.\n`;
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
