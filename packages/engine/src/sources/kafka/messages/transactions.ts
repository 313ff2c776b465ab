import type { RecordBatch } from './record-batches.ts';

/** A transaction that was aborted: its messages start at an offset, and end at the marker of its producer. */
export interface AbortedTransaction {
  readonly producerId: bigint;
  readonly firstOffset: number;
}

/** Returns the function that reports, batch by batch in the order of their offsets, which ones belong to an aborted transaction. */
export function abortedBatches(aborted: readonly AbortedTransaction[]): (batch: RecordBatch) => boolean {
  const upcoming = [...aborted].sort((left, right) => left.firstOffset - right.firstOffset);
  const open = new Set<bigint>();
  return (batch) => {
    while (upcoming[0] !== undefined && upcoming[0].firstOffset <= batch.lastOffset)
      open.add((upcoming.shift() as AbortedTransaction).producerId);
    if (!batch.isTransactional || !open.has(batch.producerId)) return false;
    if (batch.isControl) open.delete(batch.producerId);
    return true;
  };
}
