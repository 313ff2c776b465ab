import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { describeFailure } from './diagnostics/failure.ts';

/** The options of every command that reads a contract. */
export const CONTRACT_OPTIONS = {
  root: { type: 'string', default: join(import.meta.dirname, '../..') },
  help: { type: 'boolean', default: false },
} as const;

interface ContractCommand {
  readonly name: string;
  readonly help: string;
  run(workspace: string): Promise<void>;
}

/** Runs a command that has no other options with the arguments of this process. Sets the exit code. */
export async function runContractCommand({ name, help, run }: ContractCommand): Promise<void> {
  const options = readOptions();
  if (typeof options === 'string') return fail(`${options}\n\n${help}`);
  if (options.help) return void process.stdout.write(help);

  const workspace = resolve(options.root);
  try {
    await run(workspace);
  } catch (error) {
    fail(describeFailure(error, workspace, name));
  }
}

function readOptions() {
  try {
    return parseArgs({ options: CONTRACT_OPTIONS }).values;
  } catch (error) {
    return (error as Error).message;
  }
}

function fail(text: string): void {
  process.stderr.write(text);
  process.exitCode = 1;
}
