import { lostBatch } from './lost-position.ts';
import { pollShard } from './poll-shard.ts';
import type { BatchRange, RecordRange } from './positions.ts';
import { type ShardChunk, shardChunk } from './shard-chunk.ts';
import type { ShardPage, Stream } from './stream.ts';

/**
 * Reads exactly the records of a batch again.
 *
 * @throws PipeError with the code `position_lost` if one of them does not exist any more
 */
export async function readAgain(
  stream: Stream,
  { records }: BatchRange,
  signal: AbortSignal,
): Promise<ShardChunk[]> {
  const chunks = await Promise.all(
    [...records].map(([shard, range]) => readShardAgain(stream, shard, range, signal)),
  );
  return chunks.flat();
}

async function readShardAgain(
  stream: Stream,
  shard: string,
  range: RecordRange,
  signal: AbortSignal,
): Promise<ShardChunk[]> {
  const chunks: ShardChunk[] = [];
  let found = 0;
  const start = { kind: 'at', sequenceNumber: range.first } as const;
  for await (const page of pollShard(stream, shard, start, { pauseMs: 0 }, signal)) {
    const records = upTo(page.records, range.last);
    if (found === 0 && records.length > 0 && records[0]?.SequenceNumber !== range.first) break;
    found += records.length;
    if (records.length > 0) chunks.push(shardChunk(shard, { records, isEnd: false }));
    if (found === range.count && records.at(-1)?.SequenceNumber === range.last) return chunks;
    const isAtTip = page.records.length === 0 && page.behindMs === 0;
    if (records.length < page.records.length || isAtTip) break;
  }
  signal.throwIfAborted();
  throw lostBatch(shard, range, found);
}

/** Sequence numbers are decimal numbers of different lengths. */
function upTo(records: ShardPage['records'], last: string): ShardPage['records'] {
  const end = BigInt(last);
  return records.filter(({ SequenceNumber: number = '0' }) => BigInt(number) <= end);
}
