import { parseArgs } from 'node:util';
import { BenchmarkError } from './benchmark-error.ts';
import { coresToPin, pinThisProcess } from './cores.ts';
import { judge, type Verdict } from './limits.ts';
import { thisMachine } from './machine.ts';
import type { Progress, Settings } from './measurement.ts';
import { toMarkdown } from './report.ts';
import { measureAll } from './results.ts';

const HELP = `Usage: pnpm bench:server [--rounds <n>] [--seconds <n>] [--quick] [--json]

Measures the cost of a request with node:http, fastify 5 with the same schemas, plain Express 5, Express 5 with the same
authentication and rate limit, express-openapi-validator as its README mounts it, and @penstock/server with each engine,
validating requests only or requests and responses. Each contestant runs in its own process on one core, and autocannon on
another core. Further measurements: the last of 300 routes, invented Content-Types, and the first request to each operation.

The measure is CPU time of the server's process, which depends least on other load of the machine. Run it on a quiet machine
nevertheless. It takes less than 5 minutes. Exits with 1 if a limit is missed.

  --rounds <n>   maximum number of measurements of each contestant; 5 by default
  --seconds <n>  time limit: no further round starts after it; 180 by default
  --quick        one short round, to test the benchmark; its figures are inaccurate
  --json         print all figures, the limits and the machine as JSON
  --help         print this text
`;

process.exitCode = await main(process.argv.slice(2));

async function main(args: string[]): Promise<number> {
  const options = readOptions(args);
  if (typeof options === 'string') return fail(`${options}\n\n${HELP}`);
  if (options.help) return print(HELP);
  try {
    return await run(settingsOf(options), options.json);
  } catch (error) {
    if (!(error instanceof BenchmarkError)) throw error;
    return fail(`${error.message}\n`);
  }
}

async function run(settings: Settings, json: boolean): Promise<number> {
  const results = await measureAll(settings, createProgress());
  const verdicts = judge(results);
  const machine = thisMachine();
  const pinned = settings.serverCore !== undefined;
  if (json) print(`${JSON.stringify({ machine, pinned, settings, results, verdicts }, null, 2)}\n`);
  else print(`${toMarkdown(results, verdicts, machine)}\n`);
  const missed = verdicts.filter(({ kept }) => !kept);
  return missed.length === 0 ? 0 : fail(missedText(missed));
}

/** Also pins this process. */
function settingsOf({
  rounds,
  seconds,
  quick,
}: {
  rounds: number;
  seconds: number;
  quick: boolean;
}): Settings {
  const cores = coresToPin();
  if (cores === undefined)
    process.stderr.write('There is no taskset, or only one core: server and load may affect each other.\n');
  else pinThisProcess(cores.load);
  const serverCore = cores?.server;
  if (quick) return { rounds: 1, seconds, warmUp: 500, counted: 1000, contentTypes: 1000, serverCore };
  return { rounds, seconds, warmUp: 2500, counted: 2500, contentTypes: 2000, serverCore };
}

function readOptions(args: string[]) {
  try {
    const { values } = parseArgs({
      args,
      options: {
        rounds: { type: 'string', default: '5' },
        seconds: { type: 'string', default: '180' },
        quick: { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
    const rounds = Number(values.rounds);
    const seconds = Number(values.seconds);
    if (!Number.isInteger(rounds) || rounds < 1) return '--rounds takes a whole number of at least 1';
    if (!Number.isInteger(seconds) || seconds < 1) return '--seconds takes a whole number of at least 1';
    return { ...values, rounds, seconds };
  } catch (error) {
    return (error as Error).message;
  }
}

/** Overwrites one line on a terminal, and prints one line per step elsewhere. */
function createProgress(): Progress {
  const { stderr } = process;
  return (what) => stderr.write(stderr.isTTY ? `\r\x1b[K${what}` : `${what}\n`);
}

function missedText(missed: readonly Verdict[]): string {
  return `${missed.length} of the limits ${missed.length === 1 ? 'is' : 'are'} missed: ${missed.map(({ what }) => what).join('; ')}.\n`;
}

function print(text: string): number {
  if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
  process.stdout.write(text);
  return 0;
}

function fail(text: string): number {
  process.stderr.write(text);
  return 1;
}
