import { CONTESTANTS, type ContestantName } from '../contestants.ts';
import { costOf } from '../load.ts';
import { median, type Progress, type Settings, turns } from '../measurement.ts';
import { PIPE_REQUESTS, patch, patchWithTypes } from '../requests.ts';
import { startContestant } from '../running-contestant.ts';

/** In the order of the table. */
export const TYPE_CONTESTANTS = [
  'stock',
  'hardened',
  'compiled',
] as const satisfies readonly ContestantName[];

/** The cost of requests with different Content-Types; medians of the rounds. */
interface TypeCost {
  readonly requests: number;
  /** CPU time per request in microseconds, if all have the same Content-Type, and if all have different ones. */
  readonly same: number;
  readonly different: number;
  /** Growth of the heap in bytes, after a garbage collection. */
  readonly growth: number;
}

export type TypeCosts = Record<(typeof TYPE_CONTESTANTS)[number], TypeCost>;

/** The stock validator compiles for each of them and caches it: all of them would take minutes and gigabytes. */
const SHARE_FOR_STOCK = 0.02;

/** An unknown type is rejected, or treated as JSON. */
const EXPECTED = { expected: [200, 415] };

/** Measures the cost of Content-Types that callers invent. */
export async function measureContentTypes(
  settings: Settings,
  deadline: number,
  progress: Progress,
): Promise<TypeCosts> {
  const samples = new Map<ContestantName, TypeCost[]>(TYPE_CONTESTANTS.map((name) => [name, []]));
  for (const { round, name } of turns(TYPE_CONTESTANTS, settings.rounds, deadline)) {
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
  // One of each kind first, so that only the types are new in the measurement.
  const kinds = [PIPE_REQUESTS.PATCH, patch(contentType(requests)), patch(contentType(requests + 1))];
  await costOf(contestant, kinds, warmUp, EXPECTED);
  const before = await contestant.heap();
  // A forced collection also discards optimized code.
  await costOf(contestant, kinds, warmUp, EXPECTED);
  const same = await costOf(contestant, [PIPE_REQUESTS.PATCH], counted);
  const different = await costOf(contestant, [patchWithTypes(contentType)], requests, EXPECTED);
  const growth = (await contestant.heap()) - before;
  return { requests, same: same.cpu, different: different.cpu, growth };
}

/** Alternates between other spellings of the JSON type, which are accepted, and unknown parameters. */
function contentType(index: number): string {
  return index % 2 === 0 ? spelling(index / 2) : `application/json; version=${index}`;
}

/** Encodes a number in the letter case of `application/json`. */
function spelling(number: number): string {
  let bit = 0;
  return 'application/json'.replaceAll(/[a-z]/g, (letter) =>
    (number >> bit++) & 1 ? letter.toUpperCase() : letter,
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
