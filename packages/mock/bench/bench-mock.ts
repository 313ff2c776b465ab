import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { type AddressInfo, connect } from 'node:net';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';

const HELP = `Usage: pnpm bench:mock [--rounds <n>]

Times from the start of a process to its first answer, and how long the answer to a request takes once it is warm: the mock,
and beside it Prism's own command line with the management document alone, which is all that it can serve. They take turns.

  --rounds <n>  how often; 7 by default
  --help        this text
`;

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '7' }, help: { type: 'boolean' } },
});
interface Contestant {
  readonly name: string;
  /** What it is started with on a port. */
  args(port: number): readonly string[];
}

interface Times {
  readonly firstAnswer: number[];
  readonly answer: number[];
}

async function measured(rounds: number): Promise<string> {
  const contestants = contestantsOf(createRequire(import.meta.url));
  const times = new Map(
    contestants.map(({ name }): [string, Times] => [name, { firstAnswer: [], answer: [] }]),
  );
  for (let round = 0; round < rounds; round++) {
    for (const contestant of contestants) {
      const { firstAnswer, answer } = await timesOf(contestant);
      times.get(contestant.name)?.firstAnswer.push(firstAnswer);
      times.get(contestant.name)?.answer.push(answer);
    }
  }
  return tableOf(times, rounds);
}

function contestantsOf({ resolve }: NodeJS.Require): Contestant[] {
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

const ANSWERS = 200;

async function timesOf({ args }: Contestant) {
  const port = await freePort();
  const start = performance.now();
  const child = spawn(process.execPath, args(port), { stdio: 'ignore' });
  try {
    await firstAnswer(port, child);
    const firstAnswerMs = performance.now() - start;
    const warm = performance.now();
    for (let i = 0; i < ANSWERS; i++) await ask(port);
    return { firstAnswer: firstAnswerMs, answer: (performance.now() - warm) / ANSWERS };
  } finally {
    child.kill('SIGKILL');
    await once(child, 'close');
  }
}

const PATIENCE_MS = 60_000;

async function firstAnswer(port: number, child: ChildProcess): Promise<void> {
  const start = performance.now();
  while (child.exitCode === null && performance.now() - start < PATIENCE_MS) {
    if (await isUp(port)) return ask(port);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  throw new Error('It ended before it had answered, or takes a minute.');
}

function isUp(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  return new Promise((resolve) => {
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
  }).finally(() => socket.destroy()) as Promise<boolean>;
}

async function ask(port: number): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${port}${PATH}`, {
    headers: { authorization: 'Basic a2V5OnNlY3JldA==' },
  });
  await answer.arrayBuffer();
  if (answer.status !== 200) throw new Error(`It answered ${answer.status}.`);
}

const PATH =
  '/v1/organizations/5b3a9e0c-6a0f-4d52-9c58-1f2f1c6f7a10/services/0d1f7c3e-9b2a-4f64-8a57-c2b8f3f0de21/pipes/018f6d2a-7c41-7b0e-9d3f-2f6a1c5e8b34';

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

function tableOf(times: ReadonlyMap<string, Times>, rounds: number): string {
  const [first] = times.values();
  const rows = [...times].map(([name, { firstAnswer: up, answer }]) => {
    const [upMs, answerMs] = [median(up), median(answer)];
    const [upRatio, answerRatio] = [
      upMs / median(first?.firstAnswer ?? up),
      answerMs / median(first?.answer ?? answer),
    ];
    return [
      name.padEnd(28),
      `${upMs.toFixed(0)} ms`.padStart(14),
      `${upRatio.toFixed(1)} x`.padStart(8),
      `${answerMs.toFixed(2)} ms`.padStart(14),
      `${answerRatio.toFixed(1)} x`.padStart(8),
    ].join('');
  });
  const heading = `${''.padEnd(28)}${'first answer'.padStart(14)}${''.padStart(8)}${'each further'.padStart(14)}`;
  return `${[heading, ...rows].join('\n')}\nMedians of ${rounds} rounds.\n`;
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return ((sorted[(sorted.length - 1) >> 1] ?? 0) + (sorted[sorted.length >> 1] ?? 0)) / 2;
}

if (values.help) process.stdout.write(HELP);
else process.stdout.write(await measured(Number(values.rounds)));
