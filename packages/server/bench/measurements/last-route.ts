import { madeUpPaths } from '../contestants/made-up-contract.ts';
import { CONTESTANTS, type ContestantName } from '../contestants.ts';
import { costOf } from '../load.ts';
import { median, type Progress, type Settings, turns } from '../measurement.ts';
import { get } from '../requests.ts';
import { startContestant } from '../running-contestant.ts';

/** In the order of the table. */
export const ROUTE_CONTESTANTS = [
  'stockManyRoutes',
  'hardenedManyRoutes',
  'compiledManyRoutes',
] as const satisfies readonly ContestantName[];

/** CPU time of a request in microseconds, medians of the rounds. */
export type RouteCosts = Record<
  (typeof ROUTE_CONTESTANTS)[number],
  { readonly first: number; readonly last: number }
>;

/** Measures the first and the last of 300 routes, alternating in each process. */
export async function measureLastRoute(
  settings: Settings,
  deadline: number,
  progress: Progress,
): Promise<RouteCosts> {
  const samples = new Map(ROUTE_CONTESTANTS.map((name) => [name, { first: [], last: [] } as Samples]));
  for (const { round, name } of turns(ROUTE_CONTESTANTS, settings.rounds, deadline)) {
    progress(`First and last route of 300, round ${round} of ${settings.rounds}: ${CONTESTANTS[name].title}`);
    await using contestant = await startContestant(name, settings.serverCore);
    const routes = { first: [get(madeUpPaths.first)], last: [get(madeUpPaths.last)] };
    await costOf(contestant, [...routes.first, ...routes.last], settings.warmUp);
    for (const { name: position } of turns(['first', 'last'] as const, TURNS)) {
      const { cpu } = await costOf(contestant, routes[position], Math.ceil(settings.counted / TURNS));
      samples.get(name)?.[position].push(cpu);
    }
  }
  const costs = [...samples].map(([name, { first, last }]) => [
    name,
    { first: median(first), last: median(last) },
  ]);
  return Object.fromEntries(costs) as RouteCosts;
}

/** Measurements of each route per process. */
const TURNS = 4;

interface Samples {
  readonly first: number[];
  readonly last: number[];
}
