import { FetchedQueue } from '../../messages/fetched-queue.ts';
import type { KafkaClient } from '../client/kafka-client.ts';
import type { PartitionChunk } from '../messages/partition-chunk.ts';
import type { Offsets } from '../positions.ts';
import { Fetcher } from './fetcher.ts';

/** Messages that existed once can be read at once, so brokers have this long for the next part of them. */
const STALLED_MS = 30_000;

/** The topics of a pipe, and the connections to their brokers. */
export interface Topics {
  readonly client: KafkaClient;
  readonly topics: readonly string[];
}

/** Reads the messages between two positions. It ends early if the brokers return nothing more. */
export async function readRange(
  { client, topics }: Topics,
  from: Offsets,
  to: Offsets,
  signal: AbortSignal,
): Promise<PartitionChunk[]> {
  const queue = new FetchedQueue<PartitionChunk>(0);
  const fetcher = new Fetcher({ client, topics, queue, from, to });
  const stop = () => fetcher.stop();
  signal.addEventListener('abort', stop);
  const chunks: PartitionChunk[] = [];
  fetcher.start();
  try {
    let deadline = performance.now() + STALLED_MS;
    while (!fetcher.isDone && performance.now() < deadline) {
      signal.throwIfAborted();
      await fetcher.waitForProgress(deadline - performance.now());
      if (!queue.isEmpty) deadline = performance.now() + STALLED_MS;
      while (!queue.isEmpty) chunks.push(...queue.take());
    }
    while (!queue.isEmpty) chunks.push(...queue.take());
    return chunks;
  } finally {
    signal.removeEventListener('abort', stop);
    fetcher.stop();
  }
}
