import { setTimeout } from 'node:timers/promises';
import { timedRounds } from '@penstock/bench/timed-rounds';
import { DAY } from './log-table.ts';
import type { QueryServer } from './query-server.ts';

const PAGE = 1_000;
const SMALL_PAGE = 5;
const WARM_UPS = 200;
const SAMPLE_MS = 2;
const REST_MS = 1_000;

export interface StreamedRows {
  readonly megabytes: number;
  /** The memory of the API process beyond that at rest: the highest of the samples. */
  readonly mib: number;
}

/** Reads 2,000 wide rows as two pages at the same time, the largest that the contract allows. */
export async function measureStreamedRows(server: QueryServer, rounds: number): Promise<StreamedRows[]> {
  const page = (limit = PAGE) =>
    server.call('/search', {
      sourceId: (server.wideLogs as { id: string }).id,
      select: 'Timestamp, ServiceName, Body',
      startTime: new Date(DAY.start).toISOString(),
      endTime: new Date(DAY.end).toISOString(),
      limit,
    });
  // The first requests load and compile code.
  for (let time = 0; time < WARM_UPS; time += 1) await page(SMALL_PAGE);
  const results: StreamedRows[] = [];
  for (const _ of timedRounds(rounds, 2)) {
    await setTimeout(REST_MS);
    const before = server.process.residentMib();
    let highest = before;
    const watch = setInterval(() => {
      highest = Math.max(highest, server.process.residentMib());
    }, SAMPLE_MS);
    const pages = await Promise.all([page(), page()]);
    clearInterval(watch);
    const bytes = pages.reduce((sum, one) => sum + one.bytes, 0);
    results.push({ megabytes: bytes / 1e6, mib: highest - before });
  }
  return results;
}
