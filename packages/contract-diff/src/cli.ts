import { inspect, parseArgs } from 'node:util';
import { bless } from './commands/bless.ts';
import { check } from './commands/check.ts';
import type { Command } from './commands/command.ts';
import { diff } from './commands/diff.ts';
import { UndecidedError } from './undecided.ts';

const COMMANDS = new Map<string, Command>([
  ['diff', diff],
  ['check', check],
  ['bless', bless],
]);

const HELP = `penstock-contract checks whether a change of an OpenAPI contract breaks clients or servers.

Usage: penstock-contract <command> [options]

  diff    compares two files
  check   compares a contract with its last release, and decides whether it may be released
  bless   makes the current contract the baseline of the next release

\`penstock-contract <command> --help\` documents each command.

Exit codes: 0 no breaking change, 1 a breaking change, 2 undecided.
`;

/** Runs `penstock-contract`. Returns the exit code: 0 no breaking change, 1 a breaking change, 2 undecided. */
export async function run(args: readonly string[]): Promise<number> {
  try {
    return await runCommand(args);
  } catch (error) {
    const isExpected = error instanceof UndecidedError || isWrongUse(error);
    process.stderr.write(
      isExpected
        ? `penstock-contract: ${(error as Error).message}\n`
        : `penstock-contract failed; this is not a result for the contract: ${inspect(error)}\n`,
    );
    return 2;
  }
}

async function runCommand([name, ...args]: readonly string[]): Promise<number> {
  if (name === undefined || name === '--help' || name === '-h') {
    const isAsked = name !== undefined;
    (isAsked ? process.stdout : process.stderr).write(HELP);
    return isAsked ? 0 : 2;
  }
  const command = COMMANDS.get(name);
  if (!command)
    throw new UndecidedError(
      `the command ${name} is unknown. The commands are ${[...COMMANDS.keys()].join(', ')}.`,
    );
  const { values, positionals } = parseArgs({
    args,
    options: { ...command.options, help: { type: 'boolean', short: 'h' } },
    allowPositionals: true,
  });
  const { help, ...options } = values;
  if (help !== true) return command.run(options as Record<string, string>, positionals);
  process.stdout.write(command.help);
  return 0;
}

function isWrongUse(error: unknown): boolean {
  return String((error as { code?: unknown } | null)?.code).startsWith('ERR_PARSE_ARGS');
}
