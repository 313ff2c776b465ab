import type { PipeDefinition } from '../../../pipe.ts';
import type { KafkaClient, Partition } from '../client/kafka-client.ts';
import type { PartitionName } from '../positions.ts';

type KafkaOffset = NonNullable<PipeDefinition['source']['kafka']>['offset'];

/** Where the pipe starts in each partition. */
export async function startOffsets(
  client: KafkaClient,
  partitions: readonly Partition[],
  { strategy, timestamp }: KafkaOffset,
): Promise<Map<PartitionName, number>> {
  if (strategy === 'from_beginning') return await client.offsets(partitions, 'earliest');
  const latest = await client.offsets(partitions, 'latest');
  if (strategy !== 'from_timestamp' || timestamp === undefined) return latest;
  const since = await client.offsets(partitions, Date.parse(`${timestamp}:00Z`));
  // A negative offset: no message is that new.
  return new Map(
    [...since].map(([name, offset]) => [name, offset < 0 ? (latest.get(name) as number) : offset]),
  );
}
