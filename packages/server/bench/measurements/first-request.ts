import { type OperationId, operations } from '@penstock/contract';
import { requestExamples } from '@penstock/contract/examples';
import { CONTESTANTS, type ContestantName } from '../contestants.ts';
import { costOf, type LoadRequest } from '../load.ts';
import { median, type Progress, type Settings, turns } from '../measurement.ts';
import { pathWithIds, requestTo } from '../requests.ts';
import { type RunningContestant, startContestant } from '../running-contestant.ts';

/** In the order of the table. */
export const FIRST_CONTESTANTS = ['hardened', 'compiled'] as const satisfies readonly ContestantName[];

/** CPU time of a request in microseconds, medians of the rounds. */
export interface OperationCost {
  readonly operationId: string;
  readonly first: number;
  readonly warm: number;
}

export type FirstCosts = Record<(typeof FIRST_CONTESTANTS)[number], readonly OperationCost[]>;

/** Calls of each operation per process. */
const PASSES = 11;

/**
 * Measures the first request to each operation after the start, and later ones, in CPU time, because wall-clock time
 * depends on other load of the machine.
 */
export async function measureFirstRequests(
  settings: Settings,
  deadline: number,
  progress: Progress,
): Promise<FirstCosts> {
  const requests = requestsToOperations();
  const samples = new Map<ContestantName, Passes[]>(FIRST_CONTESTANTS.map((name) => [name, []]));
  for (const { round, name } of turns(FIRST_CONTESTANTS, settings.rounds, deadline)) {
    progress(`First requests, round ${round} of ${settings.rounds}: ${CONTESTANTS[name].title}`);
    await using contestant = await startContestant(name, settings.serverCore);
    samples.get(name)?.push(await costOfPasses(contestant, [...requests.values()]));
  }
  const costs = [...samples].map(([name, rounds]) => [
    name,
    [...requests.keys()].map((operationId, index) => ({
      operationId,
      first: median(rounds.map(([first]) => first?.[index] ?? Number.NaN)),
      warm: median(rounds.flatMap(([, ...later]) => later.map((pass) => pass[index] ?? Number.NaN))),
    })),
  ]);
  return Object.fromEntries(costs) as FirstCosts;
}

/** The costs of all operations, for each pass. */
type Passes = readonly (readonly number[])[];

async function costOfPasses(
  contestant: RunningContestant,
  requests: readonly LoadRequest[],
): Promise<Passes> {
  // The first request of a process has costs of its own, for example those of the first connection.
  await costOf(contestant, [requestTo('GET', '/')], 1, { connections: 1, expected: [404] });
  await contestant.requests();
  const passes: (readonly number[])[] = [];
  for (let pass = 0; pass < PASSES; pass++) {
    await costOf(contestant, requests, requests.length, { connections: 1 });
    passes.push(await contestant.requests());
  }
  return passes;
}

/** Returns a valid request to each operation of the surface, by operationId. */
function requestsToOperations(): Map<OperationId, LoadRequest> {
  const all = Object.keys(operations) as OperationId[];
  const ofSurface = all.filter((operationId) => operations[operationId].surface === 'management');
  return new Map(ofSurface.map((operationId) => [operationId, validRequest(operationId)]));
}

function validRequest(operationId: OperationId): LoadRequest {
  const { method, path } = operations[operationId];
  const [body] = Object.values(requestExamples(operationId));
  return requestTo(
    method.toUpperCase(),
    pathWithIds(path),
    body === undefined ? undefined : JSON.stringify(body),
  );
}
