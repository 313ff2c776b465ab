import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { requestExamples } from '@penstock/contract/examples';
import { openPostgres } from '@penstock/postgresql/server';
import { type FilledDatabase, fillDatabase } from './filled-database.ts';
import { latencies, requestsPerSecond, type Target } from './http-load.ts';
import { type MeasuredProcess, startMeasured } from './measured-process.ts';

const HELP = `Usage: pnpm bench:reference [--pipes <n>] [--rounds <n>] [--json]

Measures the reference server, built and in a process of its own, in turns with what it is compared with:
GET of a pipe against a plain Express 5 handler with the same constant JSON; pages of 100 out of many pipes against
pages out of 1,000, on both databases; the time from the start to the first response; the memory at rest. Linux only.

  --pipes <n>   how many are many; 1,000,000 by default, which takes some GB of disk for a while
  --rounds <n>  how often each pair takes turns; 5 by default
  --json        print the figures as JSON
  --help        this text
`;

const BIN = join(import.meta.dirname, '../bin/penstock.js');
const PLAIN = join(import.meta.dirname, 'plain-express.ts');
const CONNECTIONS = 16;
const WARM_UP_MS = 20_000;
const ROUND_MS = 3_000;
const PAGES_A_ROUND = 60;
const FEW = 1_000;
const REST_MS = 10_000;

interface Figure {
  readonly what: string;
  readonly measured: string;
  readonly wanted: string;
  readonly kept: boolean;
}

const { values: options } = parseArgs({
  options: {
    pipes: { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '5' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
if (options.help) process.stdout.write(HELP);
else await main(Number(options.pipes), Number(options.rounds));

async function main(pipes: number, rounds: number): Promise<void> {
  const postgres = await openPostgres();
  const folders: string[] = [];
  const fill = async (count: number, url?: string) => {
    progress(`Filling a database with ${count} pipes`);
    const filled = await fillDatabase(count, url);
    folders.push(filled.folder);
    return filled;
  };
  try {
    const few = await fill(FEW);
    const many = await fill(pipes);
    const figures = [
      ...(await compareWithExpress(few, rounds)),
      ...(await startAndRest(many)),
      ...(await comparePages('SQLite', few, many, rounds)),
    ];
    const [fewShared, manyShared] = [
      await fill(FEW, await postgres.createDatabase()),
      await fill(pipes, await postgres.createDatabase()),
    ];
    figures.push(...(await comparePages('PostgreSQL', fewShared, manyShared, rounds)));
    figures.push(await measureCreations('SQLite', few), await measureCreations('PostgreSQL', fewShared));
    print(figures, pipes);
  } finally {
    await postgres.close();
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  }
}

/** GET of a pipe through everything, against Express alone. */
async function compareWithExpress(database: FilledDatabase, rounds: number): Promise<Figure[]> {
  progress('GET of a pipe');
  const server = await serve(database);
  const target = targetOf(server, database, `/${database.onePipe}`);
  const response = await fetch(target.url + target.path, {
    headers: { authorization: database.authorization },
  });
  const folder = mkdtempSync(join(tmpdir(), 'penstock-bench-'));
  writeFileSync(join(folder, 'response.json'), await response.text());
  const plain = await startMeasured([PLAIN, join(folder, 'response.json')]);
  const sides = {
    ours: { process: server, target },
    plain: { process: plain, target: { url: plain.url, path: '/pipe' } },
  };
  const taken = {
    ours: { rps: [] as number[], cpu: [] as number[] },
    plain: { rps: [] as number[], cpu: [] as number[] },
  };
  // It takes tens of thousands of requests until all code on the way is compiled.
  for (const { target: warmUp } of Object.values(sides))
    await requestsPerSecond(warmUp, CONNECTIONS, WARM_UP_MS);
  for (let round = 0; round < rounds; round += 1) {
    for (const side of ['ours', 'plain'] as const) {
      const { process, target: asked } = sides[side];
      const [cpu, begun] = [process.cpuMs(), performance.now()];
      const rps = await requestsPerSecond(asked, CONNECTIONS, ROUND_MS);
      const responses = (rps * (performance.now() - begun)) / 1000;
      taken[side].rps.push(rps);
      taken[side].cpu.push((process.cpuMs() - cpu) / responses);
    }
  }
  await Promise.all([server.stop(), plain.stop()]);
  rmSync(folder, { recursive: true });
  const [ours, theirs] = [median(taken.ours.rps), median(taken.plain.rps)];
  const [cpu, theirCpu] = [median(taken.ours.cpu), median(taken.plain.cpu)];
  return [
    figure(
      'GET pipe, requests per second against plain Express',
      ours / theirs,
      'at least 0.5',
      ours / theirs >= 0.5,
      `${Math.round(ours)} against ${Math.round(theirs)}`,
    ),
    figure(
      'GET pipe, CPU per request against plain Express',
      cpu / theirCpu,
      '',
      true,
      `${cpu.toFixed(3)} ms against ${theirCpu.toFixed(3)} ms`,
    ),
  ];
}

/** First and last page of 100, out of many and out of few, taking turns. */
async function comparePages(
  name: string,
  few: FilledDatabase,
  many: FilledDatabase,
  rounds: number,
): Promise<Figure[]> {
  progress(`Pages on ${name}`);
  const servers = { few: await serve(few), many: await serve(many) };
  const databases = { few, many };
  const figures: Figure[] = [];
  for (const page of ['first', 'last'] as const) {
    const taken = { few: [] as number[], many: [] as number[] };
    for (let round = 0; round <= rounds; round += 1) {
      for (const size of ['few', 'many'] as const) {
        const cursor = page === 'first' ? '' : `&cursor=${databases[size].lastPage}`;
        const target = targetOf(servers[size], databases[size], `?limit=100${cursor}`);
        const measured = await latencies(target, PAGES_A_ROUND);
        // The first round warms up.
        if (round > 0) taken[size].push(...measured);
      }
    }
    const ratio = median(taken.many) / median(taken.few);
    const medians = `${median(taken.many).toFixed(2)} ms against ${median(taken.few).toFixed(2)} ms`;
    figures.push(
      figure(`${page} page of 100 out of many, ${name}`, ratio, 'at most 1.2', ratio <= 1.2, medians),
    );
  }
  await Promise.all([servers.few.stop(), servers.many.stop()]);
  const bytes = Math.round(many.bytesPerPipe);
  figures.push({
    what: `stored pipe, indices included, ${name}`,
    measured: `${bytes} bytes`,
    wanted: '',
    kept: true,
  });
  return figures;
}

/** POST of a pipe: how many one process stores, and what one costs it. PostgreSQL runs without fsync here, SQLite with it. */
async function measureCreations(name: string, database: FilledDatabase): Promise<Figure> {
  progress(`Creations on ${name}`);
  const server = await serve(database);
  const { authorization, path } = database;
  const request = {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify(requestExamples('createPipe').kafka),
  };
  let responses = 0;
  const createUntil = async (until: number) => {
    while (performance.now() < until) {
      const response = await fetch(server.url + path, request);
      await response.arrayBuffer();
      if (response.status !== 200) throw new Error(`A creation returned ${response.status}.`);
      responses += 1;
    }
  };
  const load = (ms: number) =>
    Promise.all(Array.from({ length: CONNECTIONS }, () => createUntil(performance.now() + ms)));
  await load(ROUND_MS);
  responses = 0;
  const [cpu, begun] = [server.cpuMs(), performance.now()];
  await load(ROUND_MS);
  const perSecond = Math.round((responses * 1000) / (performance.now() - begun));
  const cpuMs = ((server.cpuMs() - cpu) / responses).toFixed(2);
  await server.stop();
  const measured = `${perSecond} per second (${cpuMs} ms CPU each, the steps of the pipe included)`;
  return { what: `POST pipe, ${name}`, measured, wanted: '', kept: true };
}

async function startAndRest(database: FilledDatabase): Promise<Figure[]> {
  progress('Start and rest');
  const starts: number[] = [];
  for (let time = 0; time < 5; time += 1) {
    const begun = performance.now();
    const server = await serve(database);
    await latencies(targetOf(server, database, `/${database.onePipe}`), 1);
    starts.push(performance.now() - begun);
    await server.stop();
  }
  const server = await serve(database);
  await latencies(targetOf(server, database, `/${database.onePipe}`), 1);
  await setTimeout(REST_MS);
  const memory = server.residentMib();
  await server.stop();
  const ms = median(starts);
  return [
    {
      what: 'start to first response',
      measured: `${Math.round(ms)} ms`,
      wanted: 'under 1000 ms',
      kept: ms < 1_000,
    },
    {
      what: 'memory at rest',
      measured: `${Math.round(memory)} MiB`,
      wanted: 'under 150 MiB',
      kept: memory < 150,
    },
  ];
}

function serve({ environment }: FilledDatabase): Promise<MeasuredProcess> {
  return startMeasured([BIN, 'serve'], { PENSTOCK_ENGINE: 'simulated', ...environment, PENSTOCK_PORT: '0' });
}

function targetOf({ url }: MeasuredProcess, { path, authorization }: FilledDatabase, rest: string): Target {
  return { url, path: path + rest, authorization };
}

function figure(what: string, ratio: number, wanted: string, kept: boolean, detail: string): Figure {
  return { what, measured: `${ratio.toFixed(2)} (${detail})`, wanted, kept };
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

function print(figures: readonly Figure[], pipes: number): void {
  const machine = `${cpus().length} x ${cpus()[0]?.model.trim()}, Node ${process.version}, ${pipes} pipes`;
  if (options.json) {
    process.stdout.write(`${JSON.stringify({ machine, figures }, undefined, 2)}\n`);
  } else {
    const lines = figures.map(
      ({ what, measured, wanted, kept }) => `| ${what} | ${measured} | ${wanted} | ${kept ? '' : 'missed'} |`,
    );
    process.stdout.write(`${machine}\n\n| | measured | wanted | |\n|---|---|---|---|\n${lines.join('\n')}\n`);
  }
  if (figures.some(({ kept }) => !kept)) process.exitCode = 1;
}

function progress(what: string): void {
  process.stderr.write(`${what} …\n`);
}
