import type { Lag } from '../../../writer/ledger.ts';
import type { MessageFormat } from '../../messages/formats/message-format.ts';
import { writeMessages } from '../../messages/write-messages.ts';
import type { SourceBatch } from '../../source.ts';
import type { PartitionChunk } from '../messages/partition-chunk.ts';
import { type BatchRange, comparePartitions, endOf, writeOffsets, writeRange } from '../positions.ts';

/** The messages of a range as a batch. Chunks are ordered by partition, so equal ranges have equal rows in an equal order. */
export function kafkaBatch(
  range: BatchRange,
  chunks: readonly PartitionChunk[],
  format: MessageFormat,
  lag?: Lag,
): SourceBatch {
  const ordered = chunks.toSorted((left, right) => comparePartitions(left.part, right.part));
  return {
    kind: 'batch',
    range: writeRange(range),
    position: writeOffsets(endOf(range)),
    ...(lag !== undefined && { lag }),
    write: (destination) => writeMessages(ordered, format, destination),
  };
}
