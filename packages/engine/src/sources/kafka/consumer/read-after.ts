import { FetchedQueue } from '../../messages/fetched-queue.ts';
import type { MessageFormat } from '../../messages/formats/message-format.ts';
import type { IdleStep, SourceBatch } from '../../source.ts';
import type { KafkaClient } from '../client/kafka-client.ts';
import type { PartitionChunk } from '../messages/partition-chunk.ts';
import type { BatchRange, Offsets, PartitionName } from '../positions.ts';
import { Fetcher } from './fetcher.ts';
import { kafkaBatch } from './kafka-batch.ts';
import { type LagPosition, lagAfter } from './lag.ts';

const IDLE_MS = 5_000;

interface Reading {
  readonly client: KafkaClient;
  readonly topics: readonly string[];
  /** Whether this reader reads a partition that is created later. */
  readonly isOwn: (partition: PartitionName) => boolean;
  readonly waitMs: number;
  readonly format: MessageFormat;
}

/** The batches after some offsets, until the signal is aborted. The next batch is fetched while one is inserted. */
export async function* readAfter(
  { client, topics, isOwn, waitMs, format }: Reading,
  offsets: Offsets,
  signal: AbortSignal,
): AsyncGenerator<SourceBatch | IdleStep> {
  const queue = new FetchedQueue<PartitionChunk>(waitMs);
  const fetcher = new Fetcher({ client, topics, isOwn, queue, from: offsets });
  const stop = () => fetcher.stop();
  signal.addEventListener('abort', stop);
  const position = new Map<PartitionName, LagPosition>(
    [...offsets].map(([name, next]) => [name, { next, lastTimestamp: undefined }]),
  );
  fetcher.start();
  try {
    while (!signal.aborted) {
      const isReady = await waitForBatch(queue, fetcher, signal);
      if (signal.aborted) return;
      if (!isReady) {
        yield { kind: 'idle', lag: lagAfter(position, fetcher.stableEnds, queue) };
        continue;
      }
      const chunks = queue.take();
      fetcher.taken();
      const range = advance(position, chunks);
      yield kafkaBatch(range, chunks, format, lagAfter(position, fetcher.stableEnds, queue));
    }
  } finally {
    signal.removeEventListener('abort', stop);
    fetcher.stop();
  }
}

/** Whether a batch is ready. False after some seconds in which the brokers had no messages. */
async function waitForBatch(
  queue: FetchedQueue<PartitionChunk>,
  fetcher: Fetcher,
  signal: AbortSignal,
): Promise<boolean> {
  const idleAt = performance.now() + IDLE_MS;
  while (!signal.aborted && queue.readyInMs !== 0) {
    const remaining = idleAt - performance.now();
    if (queue.isEmpty && remaining <= 0) return false;
    await fetcher.waitForProgress(queue.readyInMs ?? remaining);
  }
  return true;
}

/** Moves the position over the chunks, and returns their range. */
function advance(position: Map<PartitionName, LagPosition>, chunks: readonly PartitionChunk[]): BatchRange {
  const before = new Map([...position].map(([name, { next }]) => [name, next]));
  const messages = new Map<PartitionName, number>();
  for (const { part: partition, offsets, nextOffset, lastTimestamp, firstOffset } of chunks) {
    if (!before.has(partition)) before.set(partition, firstOffset);
    messages.set(partition, (messages.get(partition) ?? 0) + offsets.length);
    position.set(partition, { next: nextOffset, lastTimestamp });
  }
  return new Map(
    [...before].map(([name, from]) => [
      name,
      { from, to: position.get(name)?.next ?? from, messages: messages.get(name) ?? 0 },
    ]),
  );
}
