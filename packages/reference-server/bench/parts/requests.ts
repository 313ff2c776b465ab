import { createHmac, randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { median } from '@penstock/bench/median';
import type { FilledDatabase } from '../filled-database.ts';
import { pipesTable } from '../hand-written/pipes-table.ts';
import type { HandWrittenSettings } from '../hand-written/service.ts';
import { sendRequests, type Target } from '../http-load.ts';
import { type MeasuredProcess, startMeasured } from '../measured-process.ts';
import { serveDatabase, targetOf } from '../served-database.ts';
import { atLeast, atMost, FEW, type Figure, known, type Run } from './part.ts';

const HAND_WRITTEN = join(import.meta.dirname, '../hand-written');
const CONNECTIONS = 16;
/** It takes tens of thousands of requests until all code on the way is optimized. */
const WARM_UP = { requests: 40_000, ms: 20_000 };
const ROUND = { requests: 8_000, ms: 8_000 };
const RATE_LIMIT = 1_000_000;

/** GET of a pipe: the reference server with each engine, services that are written by hand, and plain Express. */
export async function compareRequests(run: Run): Promise<readonly Figure[]> {
  const database = await run.database('SQLite', FEW);
  await using started = new AsyncDisposableStack();
  const contestants = await startContestants(database, (process) =>
    started.adopt(process, ({ stop }) => stop()),
  );
  for (const { title, target } of Object.values(contestants)) {
    run.progress(`GET of a pipe, warming up: ${title}`);
    await sendRequests(target, CONNECTIONS, WARM_UP);
  }
  const costs = await costsOf(contestants, run);
  const lines = Object.entries(costs).map(([name, cost]) => lineOf(contestants[name as Name].title, cost));
  return [...lines, ...goals(costs)];
}

type Name = 'constant' | 'ajv' | 'compiled' | 'validator' | 'hardened';

interface Contestant {
  readonly title: string;
  readonly process: MeasuredProcess;
  readonly target: Target;
}

/** Medians of the rounds. */
interface Cost {
  readonly perSecond: number;
  /** CPU time of the process per request, in milliseconds. */
  readonly cpuMs: number;
}

type KeepUntilEnd = (process: MeasuredProcess) => MeasuredProcess;

async function startContestants(
  database: FilledDatabase,
  keep: KeepUntilEnd,
): Promise<Record<Name, Contestant>> {
  const ours = async (title: string, validation: string): Promise<Contestant> => {
    const process = keep(await serveDatabase(database, validation));
    return { title, process, target: targetOf(process, database, `/${database.onePipe}`) };
  };
  const compiled = await ours('reference server, compiled', 'compiled');
  const response = await responseOf(compiled.target);
  const file = join(database.folder, 'response.json');
  writeFileSync(file, response.text);
  const byHand = handWritten(database, response, keep);
  const constant = keep(await startMeasured([join(HAND_WRITTEN, 'constant.ts'), file], PRODUCTION));
  return {
    constant: {
      title: 'plain Express 5, constant',
      process: constant,
      target: { url: constant.url, path: '/pipe' },
    },
    ajv: await byHand('written by hand, Ajv', 'ajv'),
    compiled,
    validator: await byHand('written by hand, express-openapi-validator', 'express-openapi-validator'),
    hardened: await ours('reference server, express-openapi-validator', 'express-openapi-validator'),
  };
}

const PRODUCTION = { NODE_ENV: 'production' };

interface ServedPipe {
  readonly text: string;
  readonly version: number;
}

async function responseOf({ url, path, authorization = '' }: Target): Promise<ServedPipe> {
  const response = await fetch(url + path, { headers: { authorization } });
  if (response.status !== 200) throw new Error(`GET of a pipe returned ${response.status}.`);
  return { text: await response.text(), version: Number(response.headers.get('etag')?.replaceAll('"', '')) };
}

/** The same pipe and the same key, in a database of its own. */
function handWritten(database: FilledDatabase, { text, version }: ServedPipe, keep: KeepUntilEnd) {
  const file = join(database.folder, 'hand-written.db');
  pipesTable(file).insert({ version, content: JSON.parse(text).result });
  const [id = '', secret = ''] = atob(database.authorization.slice('Basic '.length)).split(':');
  const hashKey = randomBytes(32).toString('hex');
  const hash = createHmac('sha256', hashKey).update(secret).digest('hex');
  const [, organizationId = ''] = /organizations\/([^/]+)/.exec(database.path) ?? [];
  return async (title: string, validation: HandWrittenSettings['validation']): Promise<Contestant> => {
    const key = { id, organizationId, hashKey, hash };
    const settings: HandWrittenSettings = { validation, database: file, key, rateLimit: RATE_LIMIT };
    const program = join(HAND_WRITTEN, 'service.ts');
    const process = keep(await startMeasured([program, JSON.stringify(settings)], PRODUCTION));
    const target = targetOf(process, database, `/${database.onePipe}`);
    const { length } = (await responseOf(target)).text;
    if (length !== text.length)
      throw new Error(`${title} returned ${length} characters instead of ${text.length}.`);
    return { title, process, target };
  };
}

async function costsOf(contestants: Record<Name, Contestant>, run: Run): Promise<Record<Name, Cost>> {
  const names = Object.keys(contestants) as Name[];
  const taken = new Map(names.map((name) => [name, [] as Cost[]]));
  for (let round = 0; round < run.rounds; round += 1) {
    run.progress(`GET of a pipe, round ${round + 1} of ${run.rounds}`);
    for (const name of round % 2 === 0 ? names : names.toReversed())
      taken.get(name)?.push(await costOf(contestants[name]));
  }
  const costs = [...taken].map(([name, rounds]) => [
    name,
    {
      perSecond: median(rounds.map(({ perSecond }) => perSecond)),
      cpuMs: median(rounds.map(({ cpuMs }) => cpuMs)),
    },
  ]);
  return Object.fromEntries(costs);
}

async function costOf({ process, target }: Contestant): Promise<Cost> {
  const cpu = process.cpuMs();
  const { requests, perSecond } = await sendRequests(target, CONNECTIONS, ROUND);
  return { perSecond, cpuMs: (process.cpuMs() - cpu) / requests };
}

function goals({ constant, ajv, compiled, validator, hardened }: Record<Name, Cost>): Figure[] {
  const cpu = (ours: Cost, theirs: Cost) =>
    `${ours.cpuMs.toFixed(3)} ms of CPU against ${theirs.cpuMs.toFixed(3)}`;
  return [
    atMost(
      'GET pipe: compiled / written by hand with Ajv',
      compiled.cpuMs / ajv.cpuMs,
      1,
      cpu(compiled, ajv),
    ),
    atMost(
      'GET pipe: both with express-openapi-validator',
      hardened.cpuMs / validator.cpuMs,
      0.8,
      cpu(hardened, validator),
    ),
    atLeast(
      'GET pipe, requests per second: compiled / plain Express',
      compiled.perSecond / constant.perSecond,
      0.4,
      `${Math.round(compiled.perSecond)} against ${Math.round(constant.perSecond)}`,
    ),
  ];
}

function lineOf(title: string, { cpuMs, perSecond }: Cost): Figure {
  return known(`GET pipe: ${title}`, `${cpuMs.toFixed(3)} ms of CPU, ${Math.round(perSecond)} per second`);
}
