import type { Lag } from '../../../writer/ledger.ts';
import type { FetchedQueue } from '../../messages/fetched-queue.ts';
import type { PartitionChunk } from '../messages/partition-chunk.ts';
import type { PartitionName } from '../positions.ts';

/** How far a partition was moved. */
export interface LagPosition {
  readonly next: number;
  /** When the last moved message was written; undefined before the first one. */
  readonly lastTimestamp: number | undefined;
}

/** How far the pipe is behind the topics after a position; undefined until all partitions have been fetched once. */
export function lagAfter(
  position: ReadonlyMap<PartitionName, LagPosition>,
  stableEnds: ReadonlyMap<PartitionName, number | undefined>,
  queue: FetchedQueue<PartitionChunk>,
): Lag {
  const rowsByPart: Record<PartitionName, number> = {};
  const oldest: number[] = [];
  let isKnown = true;
  for (const [name, { next, lastTimestamp }] of position) {
    const end = stableEnds.get(name);
    isKnown &&= end !== undefined;
    const rows = Math.max(0, (end ?? next) - next);
    rowsByPart[name] = rows;
    if (rows === 0) continue;
    // A message that was not fetched yet is newer than the last one before it.
    const timestamp = queue.oldestTimestamp(name) ?? lastTimestamp;
    if (timestamp === undefined) isKnown = false;
    else oldest.push(timestamp);
  }
  return { rowsByPart, ...(isKnown && { seconds: secondsSince(oldest) }) };
}

function secondsSince(timestamps: readonly number[]): number {
  if (timestamps.length === 0) return 0;
  return Math.max(0, Date.now() - Math.min(...timestamps)) / 1000;
}
