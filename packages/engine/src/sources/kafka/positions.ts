/** A partition as `topic/number`, for example `orders/3`. Names of topics contain no slash. */
export type PartitionName = string;

/** For each partition, the offset of the next message to read. */
export type Offsets = ReadonlyMap<PartitionName, number>;

/** The messages of one partition in a batch: offsets from `from` up to, and without, `to`. */
export interface OffsetRange {
  readonly from: number;
  readonly to: number;
  /** How many messages the range has. Offsets have gaps after transactions and compaction. */
  readonly messages: number;
}

/** All partitions of the pipe, also those without messages in the batch, so that the position follows from the range. */
export type BatchRange = ReadonlyMap<PartitionName, OffsetRange>;

export function partitionName(topic: string, partition: number): PartitionName {
  return `${topic}/${partition}`;
}

export function topicOf(partition: PartitionName): string {
  return partition.slice(0, partition.lastIndexOf('/'));
}

export function numberOf(partition: PartitionName): number {
  return Number(partition.slice(partition.lastIndexOf('/') + 1));
}

/** By topic, then by number: the order of the messages in a batch. */
export function comparePartitions(left: PartitionName, right: PartitionName): number {
  const [leftTopic, rightTopic] = [topicOf(left), topicOf(right)];
  if (leftTopic !== rightTopic) return leftTopic < rightTopic ? -1 : 1;
  return numberOf(left) - numberOf(right);
}

export function writeOffsets(offsets: Offsets): string {
  return JSON.stringify(Object.fromEntries(sorted(offsets)));
}

export function readOffsets(text: string): Map<PartitionName, number> {
  return new Map(Object.entries(JSON.parse(text) as Record<PartitionName, number>));
}

/** Equal ranges have equal texts: the token of a batch is derived from it. */
export function writeRange(range: BatchRange): string {
  const entries = sorted(range).map(([partition, { from, to, messages }]) => [
    partition,
    [from, to, messages],
  ]);
  return JSON.stringify(Object.fromEntries(entries));
}

export function readRange(text: string): Map<PartitionName, OffsetRange> {
  const entries = Object.entries(JSON.parse(text) as Record<PartitionName, [number, number, number]>);
  return new Map(entries.map(([partition, [from, to, messages]]) => [partition, { from, to, messages }]));
}

/** The position after a batch. */
export function endOf(range: BatchRange): Offsets {
  return new Map([...range].map(([partition, { to }]) => [partition, to]));
}

/** A batch without messages. Its only effect is that its position is stored. */
export function emptyRange(offsets: Offsets): BatchRange {
  return new Map([...offsets].map(([partition, from]) => [partition, { from, to: from, messages: 0 }]));
}

function sorted<Value>(values: ReadonlyMap<PartitionName, Value>): [PartitionName, Value][] {
  return [...values].sort(([left], [right]) => comparePartitions(left, right));
}
