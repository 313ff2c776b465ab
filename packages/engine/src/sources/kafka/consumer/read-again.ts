import type { PartitionChunk } from '../messages/partition-chunk.ts';
import type { BatchRange } from '../positions.ts';
import { lostBatch } from './lost-position.ts';
import { readRange, type Topics } from './read-range.ts';

/**
 * Reads exactly the messages of a batch again.
 *
 * @throws PipeError with the code `position_lost` if one of them does not exist any more
 */
export async function readAgain(
  topics: Topics,
  range: BatchRange,
  signal: AbortSignal,
): Promise<PartitionChunk[]> {
  const parts = [...range].filter(([, { from, to }]) => to > from);
  const chunks = await readRange(
    topics,
    new Map(parts.map(([name, { from }]) => [name, from])),
    new Map(parts.map(([name, { to }]) => [name, to])),
    signal,
  );
  const found = new Map<string, number>();
  for (const { part, ends } of chunks) found.set(part, (found.get(part) ?? 0) + ends.length);
  for (const [name, part] of parts) {
    const messages = found.get(name) ?? 0;
    if (messages !== part.messages) throw lostBatch(name, part, messages);
  }
  return chunks;
}
