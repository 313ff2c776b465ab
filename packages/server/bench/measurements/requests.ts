import { CONTESTANTS, type ContestantName } from '../contestants.ts';
import { type Cost, costOf } from '../load.ts';
import { median, type Progress, type Settings, turns } from '../measurement.ts';
import { PIPE_REQUESTS, type PipeRequest } from '../requests.ts';
import { startContestant } from '../running-contestant.ts';

/** In the order of the table. */
export const REQUEST_CONTESTANTS = [
  'nodeHttp',
  'fastify',
  'express',
  'guardedExpress',
  'stock',
  'stockBoth',
  'hardened',
  'hardenedBoth',
  'compiled',
  'compiledBoth',
] as const satisfies readonly ContestantName[];

/** Medians of the rounds. */
export type RequestCosts = Record<(typeof REQUEST_CONTESTANTS)[number], Readonly<Record<PipeRequest, Cost>>>;

/** Measures a GET and a PATCH at each contestant. Each round has a new process, because V8 optimizes differently. */
export async function measureRequests(
  settings: Settings,
  deadline: number,
  progress: Progress,
): Promise<RequestCosts> {
  const samples = new Map(REQUEST_CONTESTANTS.map((name) => [name, { GET: [], PATCH: [] } as Samples]));
  for (const { round, name } of turns(REQUEST_CONTESTANTS, settings.rounds, deadline)) {
    progress(`GET and PATCH, round ${round} of ${settings.rounds}: ${CONTESTANTS[name].title}`);
    await using contestant = await startContestant(name, settings.serverCore);
    for (const kind of ['GET', 'PATCH'] as const) {
      const requests = [PIPE_REQUESTS[kind]];
      await costOf(contestant, requests, settings.warmUp);
      samples.get(name)?.[kind].push(await costOf(contestant, requests, settings.counted));
    }
  }
  const costs = [...samples].map(([name, { GET, PATCH }]) => [
    name,
    { GET: medianCost(GET), PATCH: medianCost(PATCH) },
  ]);
  return Object.fromEntries(costs) as RequestCosts;
}

type Samples = Record<PipeRequest, Cost[]>;

function medianCost(costs: readonly Cost[]): Cost {
  return {
    cpu: median(costs.map(({ cpu }) => cpu)),
    perSecond: median(costs.map(({ perSecond }) => perSecond)),
  };
}
