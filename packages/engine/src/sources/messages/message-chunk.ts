/** Consecutive messages of one part of a source, for example a partition, in one buffer. */
export interface MessageChunk {
  readonly part: string;
  /** The values, each followed by a line feed. */
  readonly bytes: Buffer;
  /** The end of each value in `bytes`, before its line feed. */
  readonly ends: Int32Array;
  /** Where each message is in its part. */
  readonly offsets: ArrayLike<number | string>;
  /** When the first message was written, in milliseconds since the UNIX epoch. */
  readonly firstTimestamp: number;
}

/** The value of a message. */
function valueAt(chunk: MessageChunk, index: number): Buffer {
  const start = index === 0 ? 0 : (chunk.ends[index - 1] as number) + 1;
  return chunk.bytes.subarray(start, chunk.ends[index]);
}

/** Where a message is: `part/offset`. */
export function locationAt(chunk: MessageChunk, index: number): string {
  return `${chunk.part}/${chunk.offsets[index]}`;
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
