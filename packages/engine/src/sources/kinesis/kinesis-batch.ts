import type { Lag } from '../../writer/ledger.ts';
import type { MessageFormat } from '../messages/formats/message-format.ts';
import { writeMessages } from '../messages/write-messages.ts';
import type { SourceBatch } from '../source.ts';
import { type BatchRange, type RecordRange, writePosition, writeRange } from './positions.ts';
import type { ShardChunk } from './shard-chunk.ts';

/** The records of a range as a batch. Chunks are ordered by shard, so equal ranges have equal rows in an equal order. */
export function kinesisBatch(
  range: BatchRange,
  chunks: readonly ShardChunk[],
  format: MessageFormat,
  lag?: Lag,
): SourceBatch {
  const ordered = chunks.toSorted(({ part: one }, { part: other }) =>
    one === other ? 0 : one < other ? -1 : 1,
  );
  return {
    kind: 'batch',
    range: writeRange(range),
    position: writePosition(range.position),
    ...(lag !== undefined && { lag }),
    write: (destination) => writeMessages(ordered, format, destination),
  };
}

/** The records of each shard in some chunks, which are in the order of their shards. */
export function recordsOf(chunks: readonly ShardChunk[]): Map<string, RecordRange> {
  const records = new Map<string, RecordRange>();
  for (const { part, range } of chunks) {
    if (range === undefined) continue;
    const before = records.get(part);
    const joined = {
      ...range,
      first: before?.first ?? range.first,
      count: (before?.count ?? 0) + range.count,
    };
    records.set(part, joined);
  }
  return records;
}
