import type { FetchedRecords } from '../messages/read-messages.ts';
import type { Offsets, PartitionName } from '../positions.ts';

/** A partition of a topic, and the broker that responds to requests about it. */
export interface Partition {
  readonly name: PartitionName;
  /** Undefined while the brokers elect one. */
  readonly leader: number | undefined;
}

/** Where to read: the first message, the one after the last, or the first one since a time in milliseconds since the UNIX epoch. */
export type StartPoint = 'earliest' | 'latest' | number;

/** What one broker returned for one partition. */
export interface FetchedPartition extends FetchedRecords {
  readonly status: FetchStatus;
  /** The offset after the last message that can be read; messages of open transactions cannot. */
  readonly stableEnd: number;
}

/** `moved`: another broker leads the partition now, or soon. `outOfRange`: the offset does not exist, or not any more. */
export type FetchStatus = 'ok' | 'moved' | 'outOfRange';

export interface FetchRequest {
  /** The offset to read from, for each partition that the broker leads. */
  readonly offsets: Offsets;
  /** The broker responds at once when it has so many bytes. */
  readonly minBytes: number;
  readonly maxWaitMs: number;
}

/**
 * The connections to the brokers of a pipe. All methods throw a PipeError if the brokers do not respond, reject the
 * credentials or do not know a topic.
 */
export interface KafkaClient {
  /** The partitions of the topics. */
  partitions(topics: readonly string[]): Promise<readonly Partition[]>;
  offsets(partitions: readonly Partition[], at: StartPoint): Promise<Map<PartitionName, number>>;
  /** Waits for messages on a connection of its own, so that other requests do not wait with it. */
  fetch(leader: number, request: FetchRequest): Promise<readonly FetchedPartition[]>;
  /** Ends running fetches. Later ones open new connections. */
  interrupt(): void;
  /** Stores the offsets for tools that observe the consumer group. */
  commit(group: string, offsets: Offsets): Promise<void>;
  /** Ends all connections and running requests. */
  close(): void;
}
