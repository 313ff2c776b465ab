import { createProgram, isInvalidUsage } from './program.ts';

/** Runs `penstock-mock` until it is stopped. Exit codes: 0 stopped, 1 cannot start, 2 invalid usage. */
export async function run(args: readonly string[]): Promise<void> {
  try {
    await createProgram().parseAsync(args, { from: 'user' });
  } catch (error) {
    if (isInvalidUsage(error)) {
      // Commander has printed the error or its help.
      process.exitCode = error.exitCode === 0 ? 0 : 2;
      return;
    }
    process.stderr.write(`penstock-mock: ${messageOf(error)}\n`);
    process.exitCode = 1;
  }
}

function messageOf(error: unknown): string {
  const { message, code } = error as Error & { code?: unknown };
  switch (code) {
    case 'EADDRINUSE':
      return `The port is in use (${message}). Choose another one with --port, or a free one with --port 0.`;
    case 'EACCES':
      return `This user cannot listen on this port (${message}). Choose one above 1023 with --port.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `This machine does not have that address (${message}). Choose another one with --host.`;
    default:
      return message;
  }
}
