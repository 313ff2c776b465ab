import { CONTESTANTS, type ContestantName } from '../contestants.ts';
import { costOf } from '../load.ts';
import { median, type Progress, type Settings, turns } from '../measurement.ts';
import { PIPE_REQUESTS, patch } from '../requests.ts';
import { startContestant } from '../running-contestant.ts';

/** In the order of the table. */
export const TYPE_CONTESTANTS = [
  'stock',
  'hardened',
  'compiled',
] as const satisfies readonly ContestantName[];

/** Of requests with a Content-Type each of its own; medians of the rounds. */
interface TypeCost {
  readonly requests: number;
  /** CPU time of a request in microseconds, if all have the same Content-Type and if all have different ones. */
  readonly same: number;
  readonly different: number;
  /** Bytes that are alive afterwards and were not before. */
  readonly growth: number;
}

export type TypeCosts = Record<(typeof TYPE_CONTESTANTS)[number], TypeCost>;

/** The stock validator compiles for each of them and keeps it: all of them would take minutes and gigabytes. */
const SHARE_FOR_STOCK = 0.02;

/** A type that nobody knows is refused, or taken for JSON. */
const ANSWERS = [200, 415];

/** What it costs that callers invent Content-Types. */
export async function measureContentTypes(settings: Settings, progress: Progress): Promise<TypeCosts> {
  const samples = new Map<ContestantName, TypeCost[]>(TYPE_CONTESTANTS.map((name) => [name, []]));
  for (const { round, name } of turns(TYPE_CONTESTANTS, settings.rounds)) {
    progress(`Different Content-Types, round ${round} of ${settings.rounds}: ${CONTESTANTS[name].title}`);
    const share = name === 'stock' ? SHARE_FOR_STOCK : 1;
    samples.get(name)?.push(await costOfTypes(name, Math.ceil(settings.contentTypes * share), settings));
  }
  const costs = [...samples].map(([name, ofName]) => [name, medianCost(ofName)]);
  return Object.fromEntries(costs) as TypeCosts;
}

async function costOfTypes(
  name: ContestantName,
  requests: number,
  { warmUp, counted, serverCore }: Settings,
): Promise<TypeCost> {
  await using contestant = await startContestant(name, serverCore);
  // One of each kind, so that what is new afterwards is the type and nothing else.
  const kinds = [PIPE_REQUESTS.PATCH, patch(contentType(requests)), patch(contentType(requests + 1))];
  await costOf(contestant, kinds, warmUp, ANSWERS);
  const before = await contestant.heap();
  // A forced collection throws away what V8 has learnt, too.
  await costOf(contestant, kinds, warmUp, ANSWERS);
  const same = await costOf(contestant, [PIPE_REQUESTS.PATCH], counted);
  const types = Array.from({ length: requests }, (_, index) => patch(contentType(index)));
  const different = await costOf(contestant, types, requests, ANSWERS);
  const growth = (await contestant.heap()) - before;
  return { requests, same: same.cpu, different: different.cpu, growth };
}

/** By turns one that means the same in another spelling, which is taken, and one with a parameter that nobody knows. */
function contentType(index: number): string {
  return index % 2 === 0 ? spelling(index / 2) : `application/json; version=${index}`;
}

/** `application/json` in letters whose case says the number. */
function spelling(number: number): string {
  let place = 0;
  return 'application/json'.replaceAll(/[a-z]/g, (letter) =>
    (number >> place++) & 1 ? letter.toUpperCase() : letter,
  );
}

function medianCost(costs: readonly TypeCost[]): TypeCost {
  const of = (figure: (cost: TypeCost) => number) => median(costs.map(figure));
  return {
    requests: of(({ requests }) => requests),
    same: of(({ same }) => same),
    different: of(({ different }) => different),
    growth: of(({ growth }) => growth),
  };
}
