import type { PartitionName } from '../positions.ts';
import type { PartitionChunk } from './partition-chunk.ts';
import { type RecordBatch, recordBatches } from './record-batches.ts';
import { type AbortedTransaction, abortedBatches } from './transactions.ts';

/** The part of a fetch response for one partition. */
export interface FetchedRecords {
  readonly partition: PartitionName;
  readonly records: Buffer;
  readonly aborted: readonly AbortedTransaction[];
}

/**
 * Copies the values of the messages with offsets from `from` up to, and without, `to` into one buffer. Keys, headers, markers
 * of transactions, aborted messages and messages without a value are skipped.
 */
export function readMessages(fetched: FetchedRecords, from: number, to: number): PartitionChunk {
  const isAborted = abortedBatches(fetched.aborted);
  const batches: RecordBatch[] = [];
  let nextOffset = from;
  for (const batch of recordBatches(fetched.records)) {
    if (batch.baseOffset >= to) break;
    nextOffset = Math.max(nextOffset, Math.min(batch.lastOffset + 1, to));
    if (!isAborted(batch) && !batch.isControl) batches.push(batch);
  }
  const values = new Values(batches);
  for (const batch of batches) values.add(batch, from, to);
  return values.finish(fetched.partition, from, nextOffset);
}

/** A record needs at least 7 bytes in addition to its value, so the values with their line feeds fit into the size of the records. */
class Values {
  readonly #bytes: Buffer;
  readonly #ends: Int32Array;
  readonly #offsets: Float64Array;
  #length = 0;
  #count = 0;
  #firstTimestamp = 0;
  #lastTimestamp = 0;

  constructor(batches: readonly RecordBatch[]) {
    const count = batches.reduce((sum, { recordCount }) => sum + recordCount, 0);
    this.#bytes = Buffer.allocUnsafeSlow(batches.reduce((sum, { records }) => sum + records.length, 0));
    this.#ends = new Int32Array(count);
    this.#offsets = new Float64Array(count);
  }

  add(batch: RecordBatch, from: number, to: number): void {
    const { records, baseOffset, recordCount } = batch;
    const before = this.#count;
    const reader = new RecordReader(records);
    for (let index = 0; index < recordCount; index += 1) {
      const offset = baseOffset + reader.next();
      if (offset < from || offset >= to || reader.valueLength < 0) continue;
      this.#append(records, reader.valueStart, reader.valueLength, offset);
    }
    if (this.#count === before) return;
    if (before === 0) this.#firstTimestamp = batch.baseTimestamp;
    this.#lastTimestamp = batch.maxTimestamp;
  }

  #append(records: Buffer, start: number, length: number, offset: number): void {
    records.copy(this.#bytes, this.#length, start, start + length);
    const end = this.#length + length;
    this.#bytes[end] = LINE_FEED;
    this.#ends[this.#count] = end;
    this.#offsets[this.#count] = offset;
    this.#length = end + 1;
    this.#count += 1;
  }

  finish(partition: PartitionName, firstOffset: number, nextOffset: number): PartitionChunk {
    return {
      part: partition,
      bytes: this.#bytes.subarray(0, this.#length),
      ends: this.#ends.subarray(0, this.#count),
      offsets: this.#offsets.subarray(0, this.#count),
      firstOffset,
      nextOffset,
      firstTimestamp: this.#firstTimestamp,
      lastTimestamp: this.#lastTimestamp,
    };
  }
}

const LINE_FEED = 0x0a;

/** Goes from record to record. It returns numbers and no objects, because this is the innermost loop of a pipe. */
class RecordReader {
  readonly #bytes: Buffer;
  #position = 0;
  valueStart = 0;
  /** -1 for a message without a value. */
  valueLength = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  /** Reads the next record, and returns its offset relative to the batch. */
  next(): number {
    const length = this.#varint();
    const end = this.#position + length;
    this.#position += 1; // attributes
    this.#skipVarint(); // timestamp
    const offset = this.#varint();
    const keyLength = this.#varint();
    if (keyLength > 0) this.#position += keyLength;
    this.valueLength = this.#varint();
    this.valueStart = this.#position;
    this.#position = end;
    return offset;
  }

  /** A signed number of at most 32 bits. */
  #varint(): number {
    const bytes = this.#bytes;
    let byte = bytes[this.#position++] as number;
    let value = byte & 0x7f;
    for (let shift = 7; byte >= 0x80; shift += 7) {
      byte = bytes[this.#position++] as number;
      value |= (byte & 0x7f) << shift;
    }
    return (value >>> 1) ^ -(value & 1);
  }

  #skipVarint(): void {
    while ((this.#bytes[this.#position++] as number) >= 0x80);
  }
}
