import type { _Record } from '@aws-sdk/client-kinesis';
import type { MessageChunk } from '../messages/message-chunk.ts';
import { deaggregate } from './aggregated-record.ts';
import type { RecordRange } from './positions.ts';
import type { ShardPage } from './stream.ts';

/** Consecutive records of one shard. Its messages are the records, and the records in aggregated ones. */
export interface ShardChunk extends MessageChunk {
  readonly offsets: readonly string[];
  /** Undefined without records. */
  readonly range: RecordRange | undefined;
  /** Whether the shard ends here. */
  readonly isEnd: boolean;
}

const LINE_FEED = Buffer.from('\n');

export function shardChunk(
  shard: string,
  { records, isEnd }: Pick<ShardPage, 'records' | 'isEnd'>,
): ShardChunk {
  const parts: Uint8Array[] = [];
  const ends: number[] = [];
  const offsets: string[] = [];
  let length = 0;
  for (const { Data: data = new Uint8Array(), SequenceNumber: sequenceNumber = '' } of records) {
    const messages = deaggregate(data);
    messages.forEach((message, index) => {
      parts.push(message, LINE_FEED);
      ends.push(length + message.length);
      offsets.push(messages.length === 1 ? sequenceNumber : `${sequenceNumber}/${index}`);
      length += message.length + 1;
    });
  }
  return {
    part: shard,
    bytes: Buffer.concat(parts, length),
    ends: Int32Array.from(ends),
    offsets,
    firstTimestamp: records[0]?.ApproximateArrivalTimestamp?.getTime() ?? Date.now(),
    range: rangeOf(records),
    isEnd,
  };
}

function rangeOf(records: readonly _Record[]): RecordRange | undefined {
  const [first, last] = [records[0]?.SequenceNumber, records.at(-1)?.SequenceNumber];
  return first === undefined || last === undefined ? undefined : { first, last, count: records.length };
}
