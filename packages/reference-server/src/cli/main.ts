import { CommanderError } from 'commander';
import type { Environment } from '../api/configuration.ts';
import { createProgram } from './program.ts';

/** Runs the command line; without arguments it runs `serve`. Errors are printed as messages, without stack traces. */
export async function main(given: readonly string[], environment: Environment = process.env): Promise<void> {
  const args = given.length === 0 ? ['serve'] : given;
  try {
    const program = await createProgram(args, environment);
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) {
      // Commander has printed the usage error, the help or the version.
      process.exitCode = error.exitCode;
      return;
    }
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
