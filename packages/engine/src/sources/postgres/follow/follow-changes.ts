import type { RuntimePipe } from '../../../pipe-runtime.ts';
import { batchToken } from '../../../writer/batch-token.ts';
import { draining } from '../../../writer/draining.ts';
import type { Lag, Ledger } from '../../../writer/ledger.ts';
import type { ChangeStream } from '../changes/change-stream.ts';
import { parseLsn } from '../changes/lsn.ts';
import { type PostgresProgress, readProgress, type StreamPosition } from '../progress.ts';
import type { ChangeWriter } from '../tables/change-writer.ts';
import { BatchCollector } from './batch-collector.ts';
import type { ChangeBatch } from './change-batch.ts';
import { unseenChanges } from './unseen-changes.ts';

export interface FollowParts {
  readonly pipe: RuntimePipe;
  readonly ledger: Ledger;
  readonly stream: ChangeStream;
  readonly writer: ChangeWriter;
  /** What is observed from time to time, apart from the changes. */
  readonly observe: () => Promise<Lag>;
  readonly syncIntervalSeconds: number;
  readonly pullBatchSize: number;
}

/** Where a batch begins and ends. It determines the changes of the batch. */
interface BatchRange {
  readonly from: StreamPosition;
  readonly to: StreamPosition;
}

/** A batch is inserted earlier than at its time if it has this many bytes. */
const MOST_BYTES = 64 * 1024 * 1024;

/**
 * Inserts the changes of the stream batch by batch: intent, insert, done, acknowledgement. The batch that was interrupted is repeated first.
 * Resolves when `stop` is aborted.
 */
export async function followChanges(
  parts: FollowParts,
  stop: AbortSignal,
  moving: () => void,
): Promise<void> {
  const { pipe, ledger, stream, pullBatchSize } = parts;
  const { position, pending } = await ledger.read(pipe);
  const progress = readProgress(position);
  const start = progress.stream;
  if (start === undefined) throw new Error('The changes of the pipe have no position.');
  const isFull = (batch: ChangeBatch) => batch.changes >= pullBatchSize || batch.bytes >= MOST_BYTES;
  const repeated = pending === undefined ? undefined : (JSON.parse(pending) as BatchRange);
  const collector = new BatchCollector(
    stream.steps(stop),
    start,
    repeated === undefined ? isFull : (batch) => batch.reaches(repeated.to),
  );
  const drain = draining(stop);
  const write = (batch: ChangeBatch, to: StreamPosition) =>
    writeBatch(parts, progress, batch, to, drain.signal);
  try {
    if (repeated !== undefined) {
      await collector.wait(Number.POSITIVE_INFINITY);
      if (stop.aborted) return;
      await write(collector.take(isFull), repeated.to);
      moving();
    }
    await followBatches(parts, collector, write, stop, moving);
  } catch (error) {
    // What was interrupted is pending, and the next process repeats it.
    if (!stop.aborted) throw error;
  } finally {
    drain.end();
  }
}

async function followBatches(
  { pipe, ledger, stream, observe, syncIntervalSeconds }: FollowParts,
  collector: BatchCollector,
  write: (batch: ChangeBatch, to: StreamPosition) => Promise<void>,
  stop: AbortSignal,
  moving: () => void,
): Promise<void> {
  const intervalMs = syncIntervalSeconds * 1_000;
  let begun = performance.now() - intervalMs;
  let insertMs = 0;
  while (!stop.aborted) {
    // Changes are visible within the interval, so the time of the insert is a part of it.
    const waitMs = begun + intervalMs - Math.min(insertMs, intervalMs / 2) - performance.now();
    await collector.wait(Math.max(waitMs, 0));
    if (stop.aborted) return;
    if (collector.hasEnded) throw new Error('The server has ended the stream of changes.');
    begun = performance.now();
    const batch = collector.take();
    const { to, parts } = batch;
    if (parts.length === 0) {
      if (to.open === undefined) stream.acknowledge(parseLsn(to.lsn));
      await ledger.observe(pipe, { seconds: 0, ...(await observe()) });
    } else {
      await ledger.begin(pipe, JSON.stringify({ from: batch.from, to } satisfies BatchRange));
      await write(batch, to);
      insertMs = performance.now() - begun;
    }
    moving();
  }
}

async function writeBatch(
  { pipe, ledger, stream, writer, observe }: FollowParts,
  progress: PostgresProgress,
  batch: ChangeBatch,
  to: StreamPosition,
  signal: AbortSignal,
): Promise<void> {
  const token = batchToken(pipe.id, progress.run, JSON.stringify([batch.from, to]));
  const moved = await writer.write(unseenChanges(progress, batch.parts), { token, signal });
  const position = JSON.stringify({ ...progress, stream: to } satisfies PostgresProgress);
  const committedAt = batch.parts.at(-1)?.committedAt ?? Date.now();
  const seconds = Math.max(0, (Date.now() - committedAt) / 1_000);
  await ledger.finish(pipe, { position, moved, lag: { seconds, ...(await observe()) } });
  stream.acknowledge(parseLsn(to.lsn));
}
