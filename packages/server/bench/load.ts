import { BenchmarkError } from './benchmark-error.ts';
import { type Connection, openConnection, type RequestBytes } from './connection.ts';
import type { RunningContestant } from './running-contestant.ts';

/** All stay open, and all are busy until the last request is sent. */
const CONNECTIONS = 32;

/** What a number of requests cost, each on average. */
export interface Cost {
  /** CPU time of the server's process in microseconds, all of its threads. */
  readonly cpu: number;
  readonly perSecond: number;
}

/**
 * Sends `count` requests, in turns of those given, and waits for their answers.
 *
 * @throws BenchmarkError (rejects) if an answer has another status than one of `expected`.
 */
export async function costOf(
  contestant: RunningContestant,
  requests: readonly RequestBytes[],
  count: number,
  expected: readonly number[] = [200],
): Promise<Cost> {
  using stack = new DisposableStack();
  const open = Array.from({ length: CONNECTIONS }, () => openConnection(contestant.port));
  const connections = (await Promise.all(open)).map((connection) => stack.use(connection));
  let sent = 0;
  const next = () => (sent < count ? requests[sent++ % requests.length] : undefined);
  const cpu = await contestant.cpu();
  const begun = performance.now();
  await Promise.all(connections.map((connection) => keepBusy(connection, next, expected)));
  const seconds = (performance.now() - begun) / 1000;
  return { cpu: ((await contestant.cpu()) - cpu) / count, perSecond: count / seconds };
}

async function keepBusy(
  connection: Connection,
  next: () => RequestBytes | undefined,
  expected: readonly number[],
): Promise<void> {
  for (let request = next(); request !== undefined; request = next()) {
    const status = await connection.ask(request);
    if (expected.includes(status)) continue;
    throw new BenchmarkError(`A contestant answered ${status} to ${request.toString('latin1', 0, 200)}…`);
  }
}
