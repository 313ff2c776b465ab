import { readFileSync, writeFileSync } from 'node:fs';
import { inspect } from 'node:util';
import { operations, type Surface } from '@penstock/contract';
import { CommanderError } from 'commander';
import { checkServer } from './check-server.ts';
import { type CommandLineOptions, optionsFrom } from './command-line/options.ts';
import { Progress } from './command-line/progress.ts';
import { oneLine } from './reports/one-line.ts';
import { type Conclusion, type Report, reportOf } from './reports/report.ts';
import { summaryText } from './reports/summary.ts';
import type { Selection } from './selection.ts';
import { baseUrlFrom } from './target/base-url.ts';
import { type Callers, callersFrom, type Environment, SettingError } from './target/callers.ts';
import { InconclusiveError } from './target/connection-check.ts';

/** The parts of the process that the command uses. */
export interface Host {
  readonly env: Environment;
  readonly stdout: NodeJS.WritableStream;
  readonly stderr: NodeJS.WritableStream & { readonly isTTY?: boolean };
  once(signal: 'SIGINT' | 'SIGTERM', listener: () => void): unknown;
}

const EXIT_CODES: Readonly<Record<Conclusion, number>> = {
  conforms: 0,
  'does not conform': 1,
  inconclusive: 2,
};

/** Runs `penstock-conformance`. Returns the exit code: 0 conforms, 1 does not conform, 2 inconclusive. */
export async function main(args: readonly string[], host: Host = process): Promise<number> {
  try {
    return await run(optionsFrom(args, version(), host), host);
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : EXIT_CODES.inconclusive;
    const isExpected = error instanceof InconclusiveError || error instanceof SettingError;
    host.stderr.write(
      isExpected
        ? `penstock-conformance: ${oneLine(error.message)}\n`
        : `penstock-conformance failed; this is not a result for the server: ${inspect(error)}\n`,
    );
    return EXIT_CODES.inconclusive;
  }
}

async function run(options: CommandLineOptions, host: Host): Promise<number> {
  const callers = callersFrom(host.env);
  const progress = new Progress(host.stderr);
  const stop = new AbortController();
  // A second Ctrl-C ends the process at once.
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    host.once(signal, () => {
      host.stderr.write('\nStopped. Deleting what was created; press Ctrl-C again to leave it.\n');
      stop.abort();
    });
  const result = await checkServer({
    baseUrl: baseUrlFrom(options.baseUrl),
    callers,
    selection: selectionOf(options, callers),
    stop: stop.signal,
    timeoutMs: options.timeout * 1000,
    onBegin: (checks) => progress.begin(checks),
    onResult: (result) => progress.count(result),
  }).finally(() => progress.clear());
  const report = reportOf(result);
  write(report, options, host);
  return EXIT_CODES[report.conclusion];
}

/** The summary goes to stderr if a report goes to standard output. */
function write(report: Report, { report: targets }: CommandLineOptions, { stdout, stderr }: Host): void {
  const stream = targets.some(({ file }) => file === undefined) ? stderr : stdout;
  stream.write(summaryText(report, stream));
  for (const target of targets) {
    const text = target.write(report);
    if (target.file === undefined) stdout.write(text);
    else writeReport(target.file, text);
  }
}

function writeReport(file: string, text: string): void {
  try {
    writeFileSync(file, text);
  } catch (error) {
    throw new SettingError(`The report ${file} could not be written: ${(error as Error).message}.`);
  }
}

function selectionOf(options: CommandLineOptions, callers: Callers): Selection {
  const chosen = options.capability.filter(({ isExcluded }) => !isExcluded);
  const excluded = options.capability.filter(({ isExcluded }) => isExcluded);
  return {
    surfaces: surfacesOf(options, callers),
    operations: options.operation,
    only: chosen.map(({ capability }) => capability),
    without: excluded.map(({ capability }) => capability),
    readOnly: options.readOnly,
  };
}

/** Returns the surfaces that are named, or needed by the operations, or have a credential. @throws SettingError */
function surfacesOf({ surface, operation }: CommandLineOptions, callers: Callers): Surface[] {
  const all: readonly Surface[] = ['management', 'observability'];
  const needed = surface.length > 0 ? surface : operation.map((id) => operations[id].surface);
  for (const name of needed)
    if (callers[name].admin === undefined)
      throw new SettingError(`${name} needs a credential: set ${VARIABLES[name]}.`);
  const surfaces = all.filter((name) =>
    needed.length > 0 ? needed.includes(name) : callers[name].admin !== undefined,
  );
  if (surfaces.length > 0) return surfaces;
  throw new SettingError(
    `No credential is set. Set ${VARIABLES.management}, or ${VARIABLES.observability}, or both.`,
  );
}

const VARIABLES: Readonly<Record<Surface, string>> = {
  management: 'PENSTOCK_KEY_ID, PENSTOCK_KEY_SECRET, PENSTOCK_ORGANIZATION_ID and PENSTOCK_SERVICE_ID',
  observability: 'PENSTOCK_TOKEN',
};

function version(): string {
  return JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version;
}
