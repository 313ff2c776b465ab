import type { KafkaClient } from '../client/kafka-client.ts';
import type { MessageChunk } from '../messages/message-chunk.ts';
import type { BatchRange } from '../positions.ts';
import { FetchedQueue } from './fetched-queue.ts';
import { Fetcher } from './fetcher.ts';
import { lostBatch } from './lost-position.ts';

/** The brokers have 30 seconds for each part of the range. Messages that were read once can be read again at once. */
const STALLED_MS = 30_000;

/**
 * Reads exactly the messages of a range again.
 *
 * @throws PipeError with the code `position_lost` if one of them does not exist any more
 */
export async function readAgain(
  { client, topics }: { readonly client: KafkaClient; readonly topics: readonly string[] },
  range: BatchRange,
  signal: AbortSignal,
): Promise<MessageChunk[]> {
  const parts = [...range].filter(([, { from, to }]) => to > from);
  const queue = new FetchedQueue(0);
  const fetcher = new Fetcher({
    client,
    topics,
    queue,
    from: new Map(parts.map(([name, { from }]) => [name, from])),
    to: new Map(parts.map(([name, { to }]) => [name, to])),
  });
  const stop = () => fetcher.stop();
  signal.addEventListener('abort', stop);
  const chunks: MessageChunk[] = [];
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
  } finally {
    signal.removeEventListener('abort', stop);
    fetcher.stop();
  }
  for (const [name, part] of parts) {
    const found = chunks.reduce(
      (sum, { partition, ends }) => sum + (partition === name ? ends.length : 0),
      0,
    );
    if (found !== part.messages) throw lostBatch(name, part, found);
  }
  return chunks;
}
