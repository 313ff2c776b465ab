import type { Share, SourceDivision } from '../source.ts';
import { isEnded, readPosition, type StreamPosition, writePosition } from './positions.ts';

/** Whether a reader reads a shard. Shards take turns; their names end with numbers. */
export function owns({ index, count }: Share, shard: string): boolean {
  return Number(/\d+$/.exec(shard)?.[0] ?? 0) % count === index;
}

/** The shards that were read to their ends, according to the positions of all readers. */
export function endedShards(positions: readonly string[]): ReadonlySet<string> {
  const ended = positions.map(readPosition).flatMap(({ shards }) => {
    return [...shards.keys()].filter((shard) => isEnded(shards, shard));
  });
  return new Set(ended);
}

/** The shards of a pipe, divided between its readers. */
export const shardDivision: SourceDivision = {
  merge: (positions) => writePosition(positions.map(readPosition).reduce(merged)),
  take(position, share) {
    const { shards, ...rest } = readPosition(position);
    return writePosition({ ...rest, shards: new Map([...shards].filter(([shard]) => owns(share, shard))) });
  },
};

function merged(one: StreamPosition, other: StreamPosition): StreamPosition {
  const readAt = Math.min(one.readAt, other.readAt);
  return { start: one.start, readAt, shards: new Map([...one.shards, ...other.shards]) };
}
