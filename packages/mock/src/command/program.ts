import { existsSync, readFileSync } from 'node:fs';
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { DEFAULT_HOST, DEFAULT_PORT } from '../defaults.ts';
import type { ServeOptions } from './serve.ts';

const EXAMPLES = `
Examples:
  penstock-mock                                  the released contract on http://${DEFAULT_HOST}:${DEFAULT_PORT}
  penstock-mock --watch                          the contract in ./openapi, reloaded after each change
  penstock-mock old/management.yaml --port 0     any document of the contract, on a free port

Request another response with a header:
  Prefer: code=404                               the first example of a status
  Prefer: example=postgres                       an example by name
  Prefer: code=409, example=pipe_state_conflict  both
`;

/** The contract files that `--watch` reads by default. */
const FILES_TO_WATCH = ['openapi/management.yaml', 'openapi/observability.yaml'];

export function createProgram(): Command {
  return new Command('penstock-mock')
    .description('Serves both surfaces of the Penstock contract with its examples as responses.')
    .argument(
      '[contract-file...]',
      'OpenAPI documents to serve; references into other files are followed (default: the released contract)',
    )
    .addOption(
      new Option('-p, --port <number>', 'the port to listen on, 0 for a free one')
        .default(DEFAULT_PORT)
        .env('PENSTOCK_MOCK_PORT')
        .argParser(port),
    )
    .addOption(
      new Option('--host <address>', 'the address to listen on')
        .default(DEFAULT_HOST)
        .env('PENSTOCK_MOCK_HOST')
        .argParser(host),
    )
    .option('-w, --watch', 'reload the contract files after each change')
    .version(version(), '--version', 'display the version')
    .addHelpText('after', EXAMPLES)
    .showHelpAfterError('See penstock-mock --help')
    .exitOverride()
    .action(async (files: string[], options: Omit<ServeOptions, 'files'>, command: Command) => {
      const named = filesOf(files, options, command);
      // Loaded here, so that --help and invalid usage do not wait for it.
      const { serve } = await import('./serve.ts');
      await serve({ ...options, files: named });
    });
}

export function isInvalidUsage(error: unknown): error is CommanderError {
  return error instanceof CommanderError;
}

function filesOf(
  files: readonly string[],
  { watch }: { watch?: boolean },
  command: Command,
): readonly string[] {
  const named = files.length === 0 && watch ? FILES_TO_WATCH : files;
  const [missing] = named.filter((file) => !existsSync(file));
  if (missing === undefined) return named;
  if (files.length > 0) command.error(`error: the contract file ${missing} does not exist`, { exitCode: 2 });
  return command.error(
    `error: --watch needs contract files, such as penstock-mock --watch management.yaml; ${missing} does not exist`,
  );
}

function port(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text);
  throw new InvalidArgumentError('It must be a number from 0 to 65535.');
}

function host(text: string): string {
  if (/^[\w.:-]+$/.test(text)) return text;
  throw new InvalidArgumentError('It must be a host name or an address.');
}

function version(): string {
  return JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).version;
}
