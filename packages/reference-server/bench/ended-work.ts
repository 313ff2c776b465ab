import { setTimeout } from 'node:timers/promises';
import { cpuSeconds } from '@penstock/bench/process-figures';
import { DAY } from './log-table.ts';
import type { QueryServer } from './query-server.ts';

const RUNNING_MS = 3_000;
const SAMPLE_MS = 100;
/** The engine at rest uses less of a core. */
const REST_SHARE = 0.15;
const LONGEST_MS = 60_000;

export interface EndedWork {
  readonly name: string;
  /** What the client received. */
  readonly outcome: string;
  /** The share of a core that the engine used before. */
  readonly share: number;
  /** From the end of the request until the engine rests. */
  readonly restMs: number;
}

/** Queries of the whole day that are too slow or too large, or whose client leaves. */
export async function measureEndedWork(server: QueryServer): Promise<EndedWork[]> {
  const { id: sourceId } = server.logs as { id: string };
  const day = { startTime: new Date(DAY.start).toISOString(), endTime: new Date(DAY.end).toISOString() };
  const hash = (text: string, times: number): string =>
    times === 0 ? text : `SHA256(${hash(text, times - 1)})`;
  const slow = {
    ...day,
    sourceId,
    series: [{ aggFn: 'max', valueExpression: `cityHash64(${hash('Body', 80)})` }],
  };
  const large = { ...day, sourceId, series: [{ aggFn: 'count' }], groupBy: 'TraceId' };
  const leave = async () => {
    const leaving = server.attempt('/charts/series', slow, AbortSignal.timeout(RUNNING_MS));
    return leaving.then(
      ({ status }) => `${status}`,
      () => 'the client left',
    );
  };
  const attempt = async (body: object) => {
    const response = await server.attempt('/charts/series', body);
    const { code, detail } = response.json();
    return response.status === 400 ? `400 ${code}` : `${response.status} ${detail}`;
  };
  const results: EndedWork[] = [];
  for (const [name, run] of [
    ['the client leaves', leave],
    ['too slow', () => attempt(slow)],
    ['too large', () => attempt(large)],
  ] as const)
    results.push({ name, ...(await ended(server, run)) });
  return results;
}

async function ended({ enginePid }: QueryServer, run: () => Promise<string>) {
  const [begun, before] = [performance.now(), cpuSeconds(enginePid)];
  const outcome = await run();
  const end = performance.now();
  const share = (cpuSeconds(enginePid) - before) / ((end - begun) / 1000);
  let [since, used] = [end, cpuSeconds(enginePid)];
  while (since - end < LONGEST_MS) {
    await setTimeout(SAMPLE_MS);
    const [now, cpu] = [performance.now(), cpuSeconds(enginePid)];
    if ((cpu - used) / ((now - since) / 1000) < REST_SHARE) break;
    [since, used] = [now, cpu];
  }
  return { outcome, share, restMs: since - end };
}
