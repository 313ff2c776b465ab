import autocannon, { type Request, type Result } from 'autocannon';
import { BenchmarkError } from './benchmark-error.ts';
import type { RunningContestant } from './running-contestant.ts';

/** A request as autocannon takes it. `setupRequest` can change it each time it is sent. */
export type LoadRequest = Request;

/** The average cost of a request. */
export interface Cost {
  /** CPU time of the server's process in microseconds, all of its threads. */
  readonly cpu: number;
  readonly perSecond: number;
}

interface LoadOptions {
  /** The statuses that do not fail the benchmark. */
  readonly expected?: readonly number[];
  /** Each connection sends one request at a time. */
  readonly connections?: number;
}

const CONNECTIONS = 32;
/** autocannon ends a run at the end of a sample. */
const SAMPLE_MS = 10;

/**
 * Sends `count` requests, alternating between those given, and waits for their responses.
 *
 * @throws BenchmarkError (rejects) if a response has another status than those expected, or a request fails.
 */
export async function costOf(
  contestant: RunningContestant,
  requests: readonly LoadRequest[],
  count: number,
  { expected = [200], connections = CONNECTIONS }: LoadOptions = {},
): Promise<Cost> {
  const cpuBefore = await contestant.cpu();
  const begun = performance.now();
  const result = await autocannon({
    url: `http://127.0.0.1:${contestant.port}`,
    connections: Math.min(connections, count),
    amount: count,
    requests: [...requests],
    sampleInt: SAMPLE_MS,
  });
  const seconds = (performance.now() - begun) / 1000;
  rejectFailures(result, expected);
  return { cpu: ((await contestant.cpu()) - cpuBefore) / count, perSecond: count / seconds };
}

function rejectFailures({ errors, statusCodeStats }: Result, expected: readonly number[]): void {
  if (errors > 0) throw new BenchmarkError(`${errors} requests to a contestant failed.`);
  const unexpected = Object.keys(statusCodeStats ?? {}).filter(
    (status) => !expected.includes(Number(status)),
  );
  if (unexpected.length > 0)
    throw new BenchmarkError(`A contestant responded with ${unexpected.join(', ')}.`);
}
