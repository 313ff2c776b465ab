import type { MessageChunk } from '../../messages/message-chunk.ts';
import type { PartitionName } from '../positions.ts';

/** Consecutive messages of one partition. */
export interface PartitionChunk extends MessageChunk {
  readonly part: PartitionName;
  readonly offsets: Float64Array;
  /** Where reading started. */
  readonly firstOffset: number;
  /** The offset after the last message that was read, which can be one without a value. */
  readonly nextOffset: number;
  /** When the last message was written, in milliseconds since the UNIX epoch. */
  readonly lastTimestamp: number;
}
