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
import { type Callers, callersFrom, SettingError } from './target/callers.ts';
import { CannotTellError } from './target/first-contact.ts';

const EXIT_CODES: Readonly<Record<Conclusion, number>> = {
  conforms: 0,
  'does not conform': 1,
  'could not tell': 2,
};

/** Runs `penstock-conformance`; the exit code: 0 conforms, 1 does not, 2 could not tell. */
export async function main(args: readonly string[]): Promise<number> {
  try {
    return await run(optionsFrom(args, version()));
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : EXIT_CODES['could not tell'];
    const isExpected = error instanceof CannotTellError || error instanceof SettingError;
    process.stderr.write(
      isExpected
        ? `penstock-conformance: ${oneLine(error.message)}\n`
        : `penstock-conformance is broken, which says nothing about the server: ${inspect(error)}\n`,
    );
    return EXIT_CODES['could not tell'];
  }
}

async function run(options: CommandLineOptions): Promise<number> {
  const callers = callersFrom(process.env);
  const progress = new Progress(process.stderr);
  const stop = new AbortController();
  // A second Ctrl-C ends the process at once.
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      process.stderr.write('\nStopped. What was made is deleted; again to leave it there.\n');
      stop.abort();
    });
  const result = await checkServer({
    baseUrl: baseUrlFrom(options.baseUrl),
    callers,
    selection: selectionOf(options, callers),
    stop: stop.signal,
    answerMs: options.timeout * 1000,
    onBegin: (checks) => progress.begin(checks),
    onVerdict: (verdict) => progress.count(verdict),
  }).finally(() => progress.clear());
  const report = reportOf(result);
  write(report, options);
  return EXIT_CODES[report.conclusion];
}

/** The summary steps aside for a report that goes to standard output. */
function write(report: Report, { report: targets }: CommandLineOptions): void {
  const stream = targets.some(({ file }) => file === undefined) ? process.stderr : process.stdout;
  stream.write(summaryText(report, stream));
  for (const target of targets) {
    const text = target.write(report);
    if (target.file === undefined) process.stdout.write(text);
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
  const chosen = options.capability.filter(({ isLeftOut }) => !isLeftOut);
  const leftOut = options.capability.filter(({ isLeftOut }) => isLeftOut);
  return {
    surfaces: surfacesOf(options, callers),
    operations: options.operation,
    only: chosen.map(({ capability }) => capability),
    without: leftOut.map(({ capability }) => capability),
    readOnly: options.readOnly,
  };
}

/** Those that were named, or are needed for the operations, or have a credential. @throws SettingError if one has none. */
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
    `There is no credential. Set ${VARIABLES.management}, or ${VARIABLES.observability}, or both.`,
  );
}

const VARIABLES: Readonly<Record<Surface, string>> = {
  management: 'PENSTOCK_KEY_ID, PENSTOCK_KEY_SECRET, PENSTOCK_ORGANIZATION_ID and PENSTOCK_SERVICE_ID',
  observability: 'PENSTOCK_TOKEN',
};

function version(): string {
  return JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version;
}
