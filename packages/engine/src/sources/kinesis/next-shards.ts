import type { Shard } from './stream.ts';

/**
 * The shards that can be read: not yet to their ends, and their parents are, so records with the same key stay in their order. A
 * parent that the stream does not list any more has no records.
 */
export function nextShards(shards: readonly Shard[], isEnded: (shard: string) => boolean): Shard[] {
  const listed = new Set(shards.map(({ id }) => id));
  return shards.filter(
    ({ id, parents }) => !isEnded(id) && parents.every((parent) => isEnded(parent) || !listed.has(parent)),
  );
}
