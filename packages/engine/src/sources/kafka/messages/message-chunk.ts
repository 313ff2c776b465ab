import type { PartitionName } from '../positions.ts';

/** Consecutive messages of one partition, in one buffer. */
export interface MessageChunk {
  readonly partition: PartitionName;
  /** The values, each followed by a line feed. */
  readonly bytes: Buffer;
  /** The end of each value in `bytes`, before its line feed. */
  readonly ends: Int32Array;
  readonly offsets: Float64Array;
  /** Where reading started. */
  readonly firstOffset: number;
  /** The offset after the last message that was read, which can be one without a value. */
  readonly nextOffset: number;
  /** When the first and the last message were written, in milliseconds since the UNIX epoch. */
  readonly firstTimestamp: number;
  readonly lastTimestamp: number;
}

/** The value of a message. */
function valueAt(chunk: MessageChunk, index: number): Buffer {
  const start = index === 0 ? 0 : (chunk.ends[index - 1] as number) + 1;
  return chunk.bytes.subarray(start, chunk.ends[index]);
}

/** Where a message is: `topic/partition/offset`. */
export function locationAt(chunk: MessageChunk, index: number): string {
  return `${chunk.partition}/${chunk.offsets[index]}`;
}

/** A message, and where it is. */
export interface LocatedMessage {
  readonly bytes: Buffer;
  readonly location: string;
}

/** Calls a function for each value. It makes no other objects. */
export function forEachValue(
  chunks: readonly MessageChunk[],
  visit: (value: Buffer, chunk: MessageChunk, index: number) => void,
): void {
  for (const chunk of chunks)
    for (let index = 0; index < chunk.ends.length; index += 1) visit(valueAt(chunk, index), chunk, index);
}

export function messagesOf(chunks: readonly MessageChunk[]): LocatedMessage[] {
  const messages: LocatedMessage[] = [];
  forEachValue(chunks, (bytes, chunk, index) => messages.push({ bytes, location: locationAt(chunk, index) }));
  return messages;
}
