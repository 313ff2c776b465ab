import { FetchedQueue } from '../messages/fetched-queue.ts';
import type { MessageFormat } from '../messages/formats/message-format.ts';
import type { IdleStep, SourceBatch } from '../source.ts';
import { kinesisBatch, recordsOf } from './kinesis-batch.ts';
import { lostShard, lostTime } from './lost-position.ts';
import { advance, isEnded, type StreamPosition, withoutExpired } from './positions.ts';
import type { ShardChunk } from './shard-chunk.ts';
import { type ReadShard, ShardReaders, type ShardReadersOptions } from './shard-readers.ts';
import type { Stream } from './stream.ts';

const IDLE_MS = 5_000;
const HOUR_MS = 3_600_000;
/** No stream keeps its records for a shorter time. */
const SHORTEST_RETENTION_MS = 24 * HOUR_MS;

export interface Reading {
  readonly stream: Stream;
  readonly readShard: ReadShard;
  readonly waitMs: number;
  readonly format: MessageFormat;
  readonly isOwn: ShardReadersOptions['isOwn'];
  readonly endedElsewhere: ShardReadersOptions['endedElsewhere'];
}

/** The batches after a position, until the signal is aborted. The next batch is fetched while one is inserted. */
export async function* readAfter(
  { stream, readShard, waitMs, format, isOwn, endedElsewhere }: Reading,
  stored: StreamPosition,
  signal: AbortSignal,
): AsyncGenerator<SourceBatch | IdleStep> {
  let position = await requireRecords(stream, stored, signal);
  const queue = new FetchedQueue<ShardChunk>(waitMs);
  const readers = new ShardReaders({
    ...{ position, queue, readShard, isOwn, endedElsewhere },
    listShards: (aborted) => stream.shards(aborted),
  });
  const stop = () => readers.stop();
  signal.addEventListener('abort', stop);
  readers.start();
  try {
    while (!signal.aborted) {
      const isReady = await waitForBatch(queue, readers, signal);
      if (signal.aborted) return;
      const chunks = queue.take();
      readers.taken();
      const seconds = lagSeconds(queue, readers);
      const lag = seconds === undefined ? {} : { seconds };
      const readAt = seconds === undefined ? position.readAt : Date.now() - seconds * 1000;
      // Without records, the time is stored once in an hour, so that a later start can see that none were missed.
      if (!isReady && readAt - position.readAt < HOUR_MS) {
        yield { kind: 'idle', lag };
        continue;
      }
      position = advance(position, chunks.map(endOf), readAt);
      yield kinesisBatch({ position, records: recordsOf(chunks) }, chunks, format, lag);
    }
  } finally {
    signal.removeEventListener('abort', stop);
    readers.stop();
  }
}

function endOf({ part, range, isEnd }: ShardChunk) {
  return { part, last: range?.last, isEnd };
}

/** @throws PipeError if records after the position can be gone */
async function requireRecords(
  stream: Stream,
  position: StreamPosition,
  signal: AbortSignal,
): Promise<StreamPosition> {
  const listed = new Set((await stream.shards(signal)).map(({ id }) => id));
  for (const shard of position.shards.keys())
    if (!isEnded(position.shards, shard) && !listed.has(shard)) throw lostShard(shard, stream.access.name);
  const pausedMs = Date.now() - position.readAt;
  if (pausedMs > SHORTEST_RETENTION_MS) {
    const { RetentionPeriodHours: hours = 24 } = await stream.describe(signal);
    if (pausedMs > hours * HOUR_MS) throw lostTime(stream.access.name, pausedMs, hours);
  }
  return withoutExpired(position, listed);
}

/** Whether a batch is ready. False after some seconds in which the stream had no records. */
async function waitForBatch(
  queue: FetchedQueue<ShardChunk>,
  readers: ShardReaders,
  signal: AbortSignal,
): Promise<boolean> {
  const idleAt = performance.now() + IDLE_MS;
  while (!signal.aborted && queue.readyInMs !== 0) {
    const remaining = idleAt - performance.now();
    if (queue.isEmpty && remaining <= 0) return false;
    await readers.waitForProgress(queue.readyInMs ?? remaining);
  }
  return true;
}

/** The age of the oldest record that was read and not taken, or how far the slowest shard is behind. */
function lagSeconds(queue: FetchedQueue<ShardChunk>, { behindMs }: ShardReaders): number | undefined {
  const { firstTimestamp } = queue;
  if (behindMs === undefined) return undefined;
  const queuedMs = firstTimestamp === undefined ? 0 : Date.now() - firstTimestamp;
  return Math.max(0, behindMs, queuedMs) / 1000;
}
