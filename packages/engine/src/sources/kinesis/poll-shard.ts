import { setTimeout } from 'node:timers/promises';
import type { ShardStart } from './positions.ts';
import type { ShardPage, Stream } from './stream.ts';

/** The service allows 5 reads of a shard per second, for all of its consumers. */
const SHORTEST_PAUSE_MS = 200;
const THROTTLED_MS = 1_000;

export interface Polling {
  /** The pause after all records were read. */
  readonly pauseMs: number;
  /** The greatest number of records of a page. */
  readonly limit?: number;
}

/** The records of a shard with shared throughput, page by page. It ends at the end of a closed shard, or when the signal is aborted. */
export async function* pollShard(
  stream: Stream,
  shard: string,
  start: ShardStart,
  { pauseMs, limit }: Polling,
  signal: AbortSignal,
): AsyncGenerator<ShardPage> {
  let from = start;
  let iterator: string | undefined;
  while (!signal.aborted) {
    iterator ??= await stream.iterator(shard, from, signal);
    const page = await stream.records(iterator, signal, limit);
    if (page === 'expired') {
      iterator = undefined;
    } else if (page === 'throttled') {
      // Consumers that were throttled together do not come back together.
      await pause(THROTTLED_MS * (1 + Math.random()), signal);
    } else {
      const sequenceNumber = page.records.at(-1)?.SequenceNumber;
      if (sequenceNumber !== undefined) from = { kind: 'after', sequenceNumber };
      yield page;
      if (page.isEnd) return;
      iterator = page.next;
      await pause(page.behindMs > 0 ? SHORTEST_PAUSE_MS : Math.max(pauseMs, SHORTEST_PAUSE_MS), signal);
    }
  }
}

async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  await setTimeout(milliseconds, undefined, { signal }).catch(() => {});
}
