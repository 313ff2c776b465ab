import { setTimeout } from 'node:timers/promises';
import { median } from '@penstock/bench/median';
import type { FilledDatabase } from '../filled-database.ts';
import { latencies } from '../http-load.ts';
import { serveDatabase, targetOf } from '../served-database.ts';
import { FEW, type Figure, type Run } from './part.ts';

const REST_MS = 10_000;
/** To the first response, in milliseconds. */
const LONGEST_STARTS = { compiled: 1_000, 'express-openapi-validator': 2_000 } as const;
const MOST_MIB = 150;

type Validation = keyof typeof LONGEST_STARTS;

/** The time from the start to the first response with each engine, and the memory at rest. */
export async function startAndRest(run: Run): Promise<readonly Figure[]> {
  const database = await run.database('SQLite', FEW);
  run.progress('Start and rest');
  return [
    await startOf(database, 'compiled', run.rounds),
    await startOf(database, 'express-openapi-validator', run.rounds),
    ...(await Promise.all([
      memoryAtRest(database, 'compiled'),
      memoryAtRest(database, 'express-openapi-validator'),
    ])),
  ];
}

async function startOf(database: FilledDatabase, validation: Validation, times: number): Promise<Figure> {
  const starts: number[] = [];
  for (let time = 0; time < times; time += 1) {
    const begun = performance.now();
    const server = await serveDatabase(database, validation);
    await latencies(targetOf(server, database, `/${database.onePipe}`), 1);
    starts.push(performance.now() - begun);
    await server.stop();
  }
  const [ms, longest] = [median(starts), LONGEST_STARTS[validation]];
  return {
    what: `start to first response, ${validation}`,
    measured: `${Math.round(ms)} ms`,
    wanted: `under ${longest} ms`,
    kept: ms < longest,
  };
}

async function memoryAtRest(database: FilledDatabase, validation: Validation): Promise<Figure> {
  const server = await serveDatabase(database, validation);
  await latencies(targetOf(server, database, `/${database.onePipe}`), 1);
  await setTimeout(REST_MS);
  const mib = server.residentMib();
  await server.stop();
  return {
    what: `memory at rest, ${validation}`,
    measured: `${Math.round(mib)} MiB`,
    wanted: `under ${MOST_MIB} MiB`,
    kept: mib < MOST_MIB,
  };
}
