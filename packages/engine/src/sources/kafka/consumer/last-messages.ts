import type { PartitionChunk } from '../messages/partition-chunk.ts';
import { readRange, type Topics } from './read-range.ts';

const SAMPLED_PARTITIONS = 10;
const SAMPLED_MESSAGES = 20;

/** The last messages of some partitions that are not empty. */
export async function lastMessages(topics: Topics, signal: AbortSignal): Promise<PartitionChunk[]> {
  const { client } = topics;
  const partitions = await client.partitions(topics.topics);
  const earliest = await client.offsets(partitions, 'earliest');
  const latest = await client.offsets(partitions, 'latest');
  const filled = [...latest].filter(([name, end]) => end > (earliest.get(name) ?? end));
  const sampled = filled.slice(0, SAMPLED_PARTITIONS);
  const from = new Map(
    sampled.map(([name, end]) => [name, Math.max(earliest.get(name) ?? end, end - SAMPLED_MESSAGES)]),
  );
  const chunks = await readRange(topics, from, new Map(sampled), signal);
  return chunks.filter(({ ends }) => ends.length > 0);
}
