import { pollShard } from './poll-shard.ts';
import type { ShardStart } from './positions.ts';
import { type ShardChunk, shardChunk } from './shard-chunk.ts';
import type { Stream } from './stream.ts';

const SAMPLED_SHARDS = 10;
const SAMPLED_RECORDS = 20;
const RECENT_MS = 3_600_000;

/** Some records of the last hour, or else the oldest ones, of some shards. */
export async function sampleRecords(stream: Stream, signal: AbortSignal): Promise<ShardChunk[]> {
  const shards = (await stream.shards(signal)).slice(-SAMPLED_SHARDS);
  const starts: ShardStart[] = [{ kind: 'time', time: Date.now() - RECENT_MS }, { kind: 'oldest' }];
  for (const start of starts) {
    const chunks = await Promise.all(shards.map(({ id }) => firstRecords(stream, id, start, signal)));
    const filled = chunks.flat();
    if (filled.length > 0) return filled;
  }
  return [];
}

/** The service can return several empty pages before the first record. */
async function firstRecords(
  stream: Stream,
  shard: string,
  start: ShardStart,
  signal: AbortSignal,
): Promise<ShardChunk[]> {
  for await (const page of pollShard(stream, shard, start, { pauseMs: 0, limit: SAMPLED_RECORDS }, signal)) {
    if (page.records.length > 0) return [shardChunk(shard, page)];
    if (page.behindMs === 0) return [];
  }
  return [];
}
