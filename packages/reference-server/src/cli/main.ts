import type { Environment } from '../api/configuration.ts';
import { createProgram } from './program.ts';

/** Runs the command line; without arguments it runs `serve`. Errors are printed as messages, without stack traces. */
export async function main(args: readonly string[], environment: Environment = process.env): Promise<void> {
  try {
    await createProgram(environment).parseAsync(args.length === 0 ? ['serve'] : args, { from: 'user' });
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
