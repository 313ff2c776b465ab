import { type OperationId, operations, type Surface } from '@penstock/contract';
import { Command, InvalidArgumentError, Option } from 'commander';
import { closest } from 'fastest-levenshtein';
import { CAPABILITIES, type Capability } from '../capability.ts';
import { HELP } from './help.ts';
import { type ReportTarget, reportTarget } from './report-target.ts';

/** A longer timeout would let a server without responses stall a run for hours. */
const MAX_TIMEOUT = 600;

/** The parsed command line. */
export interface CommandLineOptions {
  readonly baseUrl: string;
  readonly surface: readonly Surface[];
  readonly operation: readonly OperationId[];
  readonly capability: readonly CapabilityChoice[];
  readonly readOnly: boolean;
  /** In seconds. */
  readonly timeout: number;
  readonly report: readonly ReportTarget[];
}

/** `paging` selects checks that need it; `-paging` excludes them. */
interface CapabilityChoice {
  readonly capability: Capability;
  readonly isExcluded: boolean;
}

interface Output {
  readonly stdout: NodeJS.WritableStream;
  readonly stderr: NodeJS.WritableStream;
}

/** @throws CommanderError after it has printed the help or the error. */
export function optionsFrom(args: readonly string[], version: string, output: Output): CommandLineOptions {
  const command = createCommand(version).configureOutput({
    writeOut: (text) => output.stdout.write(text),
    writeErr: (text) => output.stderr.write(text),
  });
  command.parse(args, { from: 'user' });
  return { baseUrl: command.args[0] ?? '', ...command.opts<Omit<CommandLineOptions, 'baseUrl'>>() };
}

function createCommand(version: string): Command {
  const several = <T>(flags: string, description: string, parse: (text: string, others: T[]) => T[]) =>
    new Option(flags, description).argParser(parse).default([], 'all');
  return new Command('penstock-conformance')
    .description(
      'Checks whether a server conforms to the Penstock contract, reports violations, and deletes what it created.',
    )
    .argument('<base URL>', 'URL of the server, such as http://127.0.0.1:8080')
    .addOption(several('--surface <name>', 'only this surface: management or observability', surfaces))
    .addOption(several('--operation <id>', 'only this operation, such as createPipe', operationIds))
    .addOption(
      several(
        '--capability <name>',
        'only checks that need it; with a leading -, all other checks',
        capabilities,
      ),
    )
    .option('--read-only', 'send only GET requests', false)
    .addOption(
      new Option('--report <format[=file]>', 'junit, markdown or json, into a file or to standard output')
        .argParser(reportTarget)
        .default([], 'none'),
    )
    .addOption(new Option('--timeout <seconds>', 'timeout of one response').argParser(seconds).default(10))
    .version(version, '--version', 'display the version')
    .helpOption('-h, --help', 'display this help')
    .addHelpText('after', HELP)
    .showHelpAfterError('See penstock-conformance --help')
    .exitOverride();
}

function surfaces(text: string, others: Surface[]): Surface[] {
  if (text !== 'management' && text !== 'observability')
    throw new InvalidArgumentError('The surfaces are management and observability.');
  return [...others, text];
}

function operationIds(text: string, others: OperationId[]): OperationId[] {
  if (!Object.hasOwn(operations, text))
    throw new InvalidArgumentError(
      `The contract has no operation of this name. Did you mean ${suggestion(text, Object.keys(operations))}?`,
    );
  return [...others, text as OperationId];
}

function capabilities(text: string, others: CapabilityChoice[]): CapabilityChoice[] {
  const isExcluded = text.startsWith('-');
  const capability = isExcluded ? text.slice(1) : text;
  if (!Object.hasOwn(CAPABILITIES, capability))
    throw new InvalidArgumentError(`The capabilities are ${Object.keys(CAPABILITIES).join(', ')}.`);
  return [...others, { capability: capability as Capability, isExcluded }];
}

function seconds(text: string): number {
  const value = Number(text);
  if (text === '' || !(value > 0 && value <= MAX_TIMEOUT))
    throw new InvalidArgumentError(`The timeout must be a number of seconds, at most ${MAX_TIMEOUT}.`);
  return value;
}

/** The most frequent error is the letter case, which `closest` would otherwise count as several errors. */
function suggestion(text: string, names: readonly string[]): string {
  const sameLetters = names.find((name) => name.toLowerCase() === text.toLowerCase());
  return sameLetters ?? closest(text, names);
}
