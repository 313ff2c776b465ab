import { createProgram, isWrongUse } from './program.ts';

/** Runs `penstock-mock` until it is told to stop. Exit codes: 0 stopped, 1 cannot start, 2 wrong use. */
export async function run(args: readonly string[]): Promise<void> {
  try {
    await createProgram().parseAsync(args, { from: 'user' });
  } catch (error) {
    if (isWrongUse(error)) {
      // Commander has said what is wrong, or has shown its help.
      process.exitCode = error.exitCode === 0 ? 0 : 2;
      return;
    }
    process.stderr.write(`penstock-mock: ${sentenceOf(error)}\n`);
    process.exitCode = 1;
  }
}

function sentenceOf(error: unknown): string {
  const { message, code } = error as Error & { code?: unknown };
  switch (code) {
    case 'EADDRINUSE':
      return `The port is taken (${message}). Choose another one with --port, or a free one with --port 0.`;
    case 'EACCES':
      return `The port is not yours to take (${message}). Choose one above 1023 with --port.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `This machine does not have that address (${message}). Choose another one with --host.`;
    default:
      return message;
  }
}
