import { type OperationId, operations } from '@penstock/contract';
import { requestExamples } from '@penstock/contract/examples';
import { BenchmarkError } from '../benchmark-error.ts';
import { type Connection, openConnection, type RequestBytes } from '../connection.ts';
import { CONTESTANTS, type ContestantName } from '../contestants.ts';
import { median, type Progress, type Settings, turns } from '../measurement.ts';
import { pathWithIds, requestBytes } from '../requests.ts';
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

/** How often each operation is called in a process. */
const PASSES = 11;

/**
 * What the first request to each operation costs after start, and what the later ones do. Its CPU time, because the
 * wall clock would tell what else the machine does.
 */
export async function measureFirstRequests(settings: Settings, progress: Progress): Promise<FirstCosts> {
  const requests = requestsToOperations();
  const samples = new Map<ContestantName, Passes[]>(FIRST_CONTESTANTS.map((name) => [name, []]));
  for (const { round, name } of turns(FIRST_CONTESTANTS, settings.rounds)) {
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

/** For each pass the costs of all operations. */
type Passes = readonly (readonly number[])[];

async function costOfPasses(
  contestant: RunningContestant,
  requests: readonly RequestBytes[],
): Promise<Passes> {
  using connection = await openConnection(contestant.port);
  await contestant.requests();
  const passes: (readonly number[])[] = [];
  for (let pass = 0; pass < PASSES; pass++) {
    for (const request of requests) await sendValid(connection, request);
    passes.push(await contestant.requests());
  }
  return passes;
}

async function sendValid(connection: Connection, request: RequestBytes): Promise<void> {
  const status = await connection.ask(request);
  if (status < 300) return;
  throw new BenchmarkError(`A contestant answered ${status} to ${request.toString('latin1', 0, 200)}…`);
}

/** A good request to each operation of the surface, by operationId. */
function requestsToOperations(): Map<OperationId, RequestBytes> {
  const all = Object.keys(operations) as OperationId[];
  const ofSurface = all.filter((operationId) => operations[operationId].surface === 'management');
  return new Map(ofSurface.map((operationId) => [operationId, requestTo(operationId)]));
}

function requestTo(operationId: OperationId): RequestBytes {
  const { method, path } = operations[operationId];
  const [body] = Object.values(requestExamples(operationId));
  if (body === undefined) return requestBytes(method.toUpperCase(), pathWithIds(path), {});
  const headers = { 'Content-Type': 'application/json' };
  return requestBytes(method.toUpperCase(), pathWithIds(path), headers, JSON.stringify(body));
}
