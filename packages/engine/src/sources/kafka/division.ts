import { crc32 } from 'node:zlib';
import type { Share, SourceDivision } from '../source.ts';
import { numberOf, type PartitionName, readOffsets, topicOf, writeOffsets } from './positions.ts';

/** Whether a reader reads a partition. Partitions of a topic take turns, and topics begin with different readers. */
export function owns({ index, count }: Share, partition: PartitionName): boolean {
  return (crc32(topicOf(partition)) + numberOf(partition)) % count === index;
}

/** The partitions of a pipe, divided between its readers. */
export const partitionDivision: SourceDivision = {
  merge: (positions) => writeOffsets(new Map(positions.flatMap((position) => [...readOffsets(position)]))),
  take: (position, share) =>
    writeOffsets(new Map([...readOffsets(position)].filter(([partition]) => owns(share, partition)))),
};
