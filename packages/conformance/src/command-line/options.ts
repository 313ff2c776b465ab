import { type OperationId, operations, type Surface } from '@penstock/contract';
import { Command, InvalidArgumentError, Option } from 'commander';
import { CAPABILITIES, type Capability } from '../capability.ts';
import { HELP } from './help.ts';
import { type ReportTarget, reportTarget } from './report-target.ts';

/** Who waits longer for one answer never sees the end of a run. */
const LONGEST_TIMEOUT = 600;

/** What was asked for. */
export interface CommandLineOptions {
  readonly baseUrl: string;
  readonly surface: readonly Surface[];
  readonly operation: readonly OperationId[];
  readonly capability: readonly CapabilityChoice[];
  readonly readOnly: boolean;
  /** Seconds. */
  readonly timeout: number;
  readonly report: readonly ReportTarget[];
}

/** `paging`: that alone; `-paging`: all but that. */
interface CapabilityChoice {
  readonly capability: Capability;
  readonly isLeftOut: boolean;
}

/** @throws CommanderError for help, which has been shown then, and for mistakes, which have been told. */
export function optionsFrom(args: readonly string[], version: string): CommandLineOptions {
  const command = createCommand(version);
  command.parse(args, { from: 'user' });
  return { baseUrl: command.args[0] ?? '', ...command.opts<Omit<CommandLineOptions, 'baseUrl'>>() };
}

function createCommand(version: string): Command {
  const several = <T>(flags: string, description: string, parse: (text: string, others: T[]) => T[]) =>
    new Option(flags, description).argParser(parse).default([], 'all');
  return new Command('penstock-conformance')
    .description(
      'Does a server keep the Penstock contract? Checks it, says where it does not, and cleans up.',
    )
    .argument('<base URL>', 'where the server is, such as http://127.0.0.1:8080')
    .addOption(several('--surface <name>', 'only this surface: management or observability', surfaces))
    .addOption(several('--operation <id>', 'only this operation, such as createPipe', operationIds))
    .addOption(
      several('--capability <name>', 'only what needs this; with a - before it, all but that', capabilities),
    )
    .option('--read-only', 'send nothing that could change anything', false)
    .addOption(
      new Option('--report <format[=file]>', 'junit, markdown or json, into a file or to standard output')
        .argParser(reportTarget)
        .default([], 'none'),
    )
    .addOption(
      new Option('--timeout <seconds>', 'how long to wait for one answer').argParser(seconds).default(10),
    )
    .version(version, '--version', 'display the version')
    .helpOption('-h, --help', 'display this')
    .addHelpText('after', HELP)
    .showHelpAfterError('See penstock-conformance --help')
    .exitOverride();
}

function surfaces(text: string, others: Surface[]): Surface[] {
  if (text !== 'management' && text !== 'observability')
    throw new InvalidArgumentError('Surfaces are management and observability.');
  return [...others, text];
}

function operationIds(text: string, others: OperationId[]): OperationId[] {
  if (!Object.hasOwn(operations, text))
    throw new InvalidArgumentError(
      `The contract has no operation of this name${nearest(text, Object.keys(operations))}.`,
    );
  return [...others, text as OperationId];
}

function capabilities(text: string, others: CapabilityChoice[]): CapabilityChoice[] {
  const isLeftOut = text.startsWith('-');
  const capability = isLeftOut ? text.slice(1) : text;
  if (!Object.hasOwn(CAPABILITIES, capability))
    throw new InvalidArgumentError(`Capabilities are ${Object.keys(CAPABILITIES).join(', ')}.`);
  return [...others, { capability: capability as Capability, isLeftOut }];
}

function seconds(text: string): number {
  const value = Number(text);
  if (text === '' || !(value > 0 && value <= LONGEST_TIMEOUT))
    throw new InvalidArgumentError(`It must be a number of seconds, at most ${LONGEST_TIMEOUT}.`);
  return value;
}

/** Letter case is what people get wrong. */
function nearest(text: string, names: readonly string[]): string {
  const near = names.find((name) => name.toLowerCase() === text.toLowerCase());
  return near === undefined
    ? '; the README of @penstock/contract says where they are listed'
    : `; there is ${near}`;
}
