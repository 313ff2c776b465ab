import { parseArgs } from 'node:util';
import { BenchmarkError } from './benchmark-error.ts';
import { coresToPin, pinThisProcess } from './cores.ts';
import { judge, type Verdict } from './limits.ts';
import { thisMachine } from './machine.ts';
import type { Progress, Settings } from './measurement.ts';
import { toMarkdown } from './report.ts';
import { measureAll } from './results.ts';

const HELP = `Usage: pnpm bench:server [--rounds <n>] [--quick] [--json]

Measures what a request costs, side by side: node:http, fastify 5 with the same schemas, plain Express 5, Express 5 with
the authentication and rate limit that ours has, express-openapi-validator as its README mounts it, and ours with each
engine, checking requests or requests and answers. Each contestant runs in a process of its own on one core, the load on
another one, and they take turns. Then what the last of 300 routes costs, what invented Content-Types cost, and what the
first request to each operation costs.

The measure is CPU time of the server's process, which other people's work on the machine disturbs least; it still does,
so run it on a quiet one. Takes about a quarter of an hour. Ends with 1 if a limit is missed.

  --rounds <n>  how often each contestant has its turn; 5 by default
  --quick       one short round, to see that everything works; its figures say little
  --json        print all figures, the limits and the machine as JSON
  --help        this text
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

/** Pins this process, too. */
function settingsOf({ rounds, quick }: { rounds: number; quick: boolean }): Settings {
  const cores = coresToPin();
  if (cores === undefined)
    process.stderr.write('There is no taskset, or one core alone: server and load may disturb each other.\n');
  else pinThisProcess(cores.load);
  const serverCore = cores?.server;
  if (quick) return { rounds: 1, warmUp: 500, counted: 1000, contentTypes: 1000, serverCore };
  return { rounds, warmUp: 10_000, counted: 20_000, contentTypes: 5000, serverCore };
}

function readOptions(args: string[]) {
  try {
    const { values } = parseArgs({
      args,
      options: {
        rounds: { type: 'string', default: '5' },
        quick: { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
    const rounds = Number(values.rounds);
    if (!Number.isInteger(rounds) || rounds < 1) return '--rounds takes a whole number from 1 on';
    return { ...values, rounds };
  } catch (error) {
    return (error as Error).message;
  }
}

/** One line that is written over on a terminal, one line for each step elsewhere. */
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
