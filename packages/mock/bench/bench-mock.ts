import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { type AddressInfo, connect } from 'node:net';
import { dirname, join } from 'node:path';
import { formatTable } from '@penstock/bench/format-table';
import { median } from '@penstock/bench/median';
import { fail, print, progress, readOptions } from '@penstock/bench/program';
import { timedRounds } from '@penstock/bench/timed-rounds';

const HELP = `Usage: pnpm bench:mock [--rounds <n>]

Measures the time from the start of a process to its first response, and the mean duration of further requests. It compares the
mock with Prism's own command line, which can serve the management document only. The programs take turns.

  --rounds <n>  number of rounds, 7 by default
  --help        print this text
`;

const ROUNDS = 7;
const WARM_REQUESTS = 200;
const START_LIMIT_MS = 60_000;
const PATH =
  '/v1/organizations/5b3a9e0c-6a0f-4d52-9c58-1f2f1c6f7a10/services/0d1f7c3e-9b2a-4f64-8a57-c2b8f3f0de21/pipes/018f6d2a-7c41-7b0e-9d3f-2f6a1c5e8b34';

interface Program {
  readonly name: string;
  /** Returns the arguments of Node. */
  args(port: number): readonly string[];
}

/** Durations in milliseconds. */
interface Sample {
  readonly firstResponse: number;
  readonly request: number;
}

async function main(): Promise<number> {
  const options = readOptions(process.argv.slice(2), ROUNDS);
  if (typeof options === 'string') return fail(`${options}\n`);
  if (options.help) return print(HELP);
  const programs = findPrograms(createRequire(import.meta.url));
  const samples = new Map<Program, Sample[]>(programs.map((program) => [program, []]));
  for (const round of timedRounds(options.rounds)) {
    progress(`round ${round + 1} of ${options.rounds}`);
    for (const [program, measured] of samples) measured.push(await measure(program));
  }
  return print(report(samples));
}

function findPrograms({ resolve }: NodeJS.Require): Program[] {
  const prism = join(dirname(resolve('@stoplight/prism-cli/package.json')), 'dist/index.js');
  const document = resolve('@penstock/contract/openapi/management.yaml');
  return [
    {
      name: 'penstock-mock',
      args: (port) => [join(import.meta.dirname, '../bin/penstock-mock.js'), '--port', String(port)],
    },
    {
      name: 'prism mock management.yaml',
      args: (port) => [prism, 'mock', '--port', String(port), '--multiprocess', 'false', document],
    },
  ];
}

async function measure({ args }: Program): Promise<Sample> {
  const port = await freePort();
  const start = performance.now();
  const child = spawn(process.execPath, args(port), { stdio: 'ignore' });
  try {
    await untilListening(port, child);
    await sendRequest(port);
    const firstResponse = performance.now() - start;
    const warm = performance.now();
    for (let i = 0; i < WARM_REQUESTS; i++) await sendRequest(port);
    return { firstResponse, request: (performance.now() - warm) / WARM_REQUESTS };
  } finally {
    child.kill('SIGKILL');
    await once(child, 'close');
  }
}

async function untilListening(port: number, child: ChildProcess): Promise<void> {
  const start = performance.now();
  while (child.exitCode === null && performance.now() - start < START_LIMIT_MS) {
    if (await isListening(port)) return;
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  throw new Error('The program ended before it listened, or it took more than a minute to start.');
}

function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  return new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
  }).finally(() => socket.destroy());
}

async function sendRequest(port: number): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${port}${PATH}`, {
    headers: { authorization: 'Basic a2V5OnNlY3JldA==' },
  });
  await response.arrayBuffer();
  if (response.status !== 200) throw new Error(`The response has the status ${response.status}.`);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

function report(samples: ReadonlyMap<Program, readonly Sample[]>): string {
  const medians = [...samples].map(([{ name }, measured]) => ({
    name,
    firstResponse: median(measured.map(({ firstResponse }) => firstResponse)),
    request: median(measured.map(({ request }) => request)),
  }));
  const [first] = medians;
  const ratio = (value: number, reference = value) => `${(value / reference).toFixed(1)} ×`;
  const rows = medians.map(({ name, firstResponse, request }) => [
    name,
    firstResponse.toFixed(0),
    ratio(firstResponse, first?.firstResponse),
    request.toFixed(2),
    ratio(request, first?.request),
  ]);
  const head = ['program', 'first response (ms)', 'ratio', 'further requests (ms)', 'ratio'];
  return formatTable(head, rows);
}

process.exitCode = await main();
