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

const HELP = `penstock-contract says whether a change of an OpenAPI contract breaks somebody.

Usage: penstock-contract <command> [options]

  diff    compares two files
  check   compares a contract with its last release: may it be released?
  bless   makes the contract of today what the next release is compared with

\`penstock-contract <command> --help\` says more of each.

Exit codes: 0 nothing breaks, 1 something does, 2 could not tell.
`;

/** Runs `penstock-contract` and answers its exit code: 0 nothing breaks, 1 something does, 2 could not tell. */
export async function run(args: readonly string[]): Promise<number> {
  try {
    return await runCommand(args);
  } catch (error) {
    const isExpected = error instanceof UndecidedError || isWrongUse(error);
    process.stderr.write(
      isExpected
        ? `penstock-contract: ${(error as Error).message}\n`
        : `penstock-contract is broken, which says nothing about the contract: ${inspect(error)}\n`,
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
    throw new UndecidedError(`there is no command ${name}. There are ${[...COMMANDS.keys()].join(', ')}.`);
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
