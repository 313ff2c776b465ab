import type { Reader } from '@platformatic/kafka';
import { partitionName } from '../positions.ts';
import { MOVED, requireSuccess } from './error-codes.ts';
import type { FetchedPartition, FetchStatus } from './kafka-client.ts';

const OFFSET_OUT_OF_RANGE = 1;

/**
 * Reads a response of the versions 4 to 11. The library makes an object of each message; this keeps the records of a partition
 * as bytes.
 */
export function fetchResponse(reader: Reader, version: number): FetchedPartition[] {
  reader.readInt32(); // throttle time
  if (version >= 7) {
    requireSuccess(reader.readInt16(), 'read messages');
    reader.readInt32(); // session
  }
  return reader
    .readArray(
      () => {
        const topic = reader.readString(false);
        return reader.readArray(() => readPartition(reader, topic, version), false, false);
      },
      false,
      false,
    )
    .flat();
}

function readPartition(reader: Reader, topic: string, version: number): FetchedPartition {
  const partition = partitionName(topic, reader.readInt32());
  const code = reader.readInt16();
  const highWatermark = Number(reader.readInt64());
  const lastStable = Number(reader.readInt64());
  if (version >= 5) reader.readInt64(); // log start
  const aborted = reader.readNullableArray(
    () => ({ producerId: reader.readInt64(), firstOffset: Number(reader.readInt64()) }),
    false,
    false,
  );
  if (version >= 11) reader.readInt32(); // preferred replica
  const records = reader.readNullableBytes(false) ?? Buffer.alloc(0);
  return {
    partition,
    status: statusOf(code, topic),
    // Topics without transactions can have no last stable offset.
    stableEnd: lastStable < 0 ? highWatermark : lastStable,
    aborted: aborted ?? [],
    records,
  };
}

function statusOf(code: number, topic: string): FetchStatus {
  if (code === OFFSET_OUT_OF_RANGE) return 'outOfRange';
  if (MOVED.has(code)) return 'moved';
  requireSuccess(code, `read the topic ${topic}`);
  return 'ok';
}
