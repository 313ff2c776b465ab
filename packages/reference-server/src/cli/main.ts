import { createProgram } from './program.ts';

/** Runs the command line, which serves if it says nothing; a mistake of the user ends with its sentence, not with a stack trace. */
export async function main(args: readonly string[]): Promise<void> {
  try {
    await createProgram(process.env).parseAsync(args.length === 0 ? ['serve'] : args, { from: 'user' });
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
