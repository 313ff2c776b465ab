import { parseArgs } from 'node:util';
import { DEFAULT_HOST, DEFAULT_PORT, startMock } from './mock.ts';
import { SettingError, settingsFrom } from './settings.ts';
import { welcome } from './welcome.ts';

const HELP = `penstock-mock answers for both surfaces of the Penstock contract from its examples.

Usage: penstock-mock [--help]

Environment:
  PENSTOCK_MOCK_HOST  the address to listen on (${DEFAULT_HOST})
  PENSTOCK_MOCK_PORT  the port to listen on, 0 for a free one (${DEFAULT_PORT})

Ask for another answer with a header, such as "Prefer: code=404" or "Prefer: example=postgres".
`;

/** Runs `penstock-mock` until it is told to stop. Exit codes: 0 stopped, 1 cannot listen, 2 wrong use. */
export async function run(args: readonly string[]): Promise<void> {
  try {
    const { help } = parseArgs({
      args: [...args],
      options: { help: { type: 'boolean', short: 'h' } },
    }).values;
    if (help) process.stdout.write(HELP);
    else await serve();
  } catch (error) {
    process.stderr.write(`penstock-mock: ${sentenceOf(error)}\n`);
    process.exitCode = isWrongUse(error) ? 2 : 1;
  }
}

async function serve(): Promise<void> {
  const mock = await startMock(settingsFrom(process.env));
  // Closing the server leaves nothing to wait for, so the process ends by itself, with 0.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void mock.close());
  process.stdout.write(welcome(mock.url));
}

function isWrongUse(error: unknown): boolean {
  return error instanceof SettingError || codeOf(error).startsWith('ERR_PARSE_ARGS');
}

function sentenceOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  switch (codeOf(error)) {
    case 'EADDRINUSE':
      return `The port is taken (${message}). Choose another one with PENSTOCK_MOCK_PORT.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `This machine does not have that address (${message}). Choose another one with PENSTOCK_MOCK_HOST.`;
    default:
      return message;
  }
}

function codeOf(error: unknown): string {
  return String((error as { code?: unknown } | null)?.code ?? '');
}
