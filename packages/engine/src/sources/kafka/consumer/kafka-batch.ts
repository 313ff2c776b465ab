import type { Lag } from '../../../writer/ledger.ts';
import type { SourceBatch } from '../../source.ts';
import type { MessageFormat } from '../formats/message-format.ts';
import type { MessageChunk } from '../messages/message-chunk.ts';
import { type BatchRange, comparePartitions, endOf, writeOffsets, writeRange } from '../positions.ts';
import { writeMessages } from './write-messages.ts';

/** The messages of a range as a batch. Chunks are ordered by partition, so equal ranges have equal rows in an equal order. */
export function kafkaBatch(
  range: BatchRange,
  chunks: readonly MessageChunk[],
  format: MessageFormat,
  lag?: Lag,
): SourceBatch {
  const ordered = chunks.toSorted((left, right) => comparePartitions(left.partition, right.partition));
  return {
    kind: 'batch',
    range: writeRange(range),
    position: writeOffsets(endOf(range)),
    ...(lag !== undefined && { lag }),
    write: (destination) => writeMessages(ordered, format, destination),
  };
}
