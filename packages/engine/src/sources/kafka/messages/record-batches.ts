import { compressionsAlgorithmsByBitmask } from '@platformatic/kafka';
import { PipeError } from '../../../pipe-runtime.ts';

/** The header of a record batch with its records, not compressed any more. */
export interface RecordBatch {
  readonly baseOffset: number;
  readonly lastOffset: number;
  readonly baseTimestamp: number;
  readonly maxTimestamp: number;
  readonly producerId: bigint;
  readonly isTransactional: boolean;
  /** Marks the end of a transaction, and has no messages. */
  readonly isControl: boolean;
  readonly recordCount: number;
  readonly records: Buffer;
}

const HEADER_BYTES = 61;
const BYTES_BEFORE_LENGTH = 12;
const SUPPORTED_MAGIC = 2;
const COMPRESSION_BITS = 0b111;
const TRANSACTIONAL_BIT = 1 << 4;
const CONTROL_BIT = 1 << 5;

/** The complete batches of a fetch response. The last one can be cut off, and is then fetched again. */
export function* recordBatches(bytes: Buffer): Generator<RecordBatch> {
  let start = 0;
  while (start + HEADER_BYTES <= bytes.length) {
    const end = start + BYTES_BEFORE_LENGTH + bytes.readInt32BE(start + 8);
    if (end > bytes.length) return;
    yield readBatch(bytes.subarray(start, end));
    start = end;
  }
}

function readBatch(bytes: Buffer): RecordBatch {
  requireMagic(bytes.readInt8(16));
  const attributes = bytes.readInt16BE(21);
  const baseOffset = Number(bytes.readBigInt64BE(0));
  return {
    baseOffset,
    lastOffset: baseOffset + bytes.readInt32BE(23),
    baseTimestamp: Number(bytes.readBigInt64BE(27)),
    maxTimestamp: Number(bytes.readBigInt64BE(35)),
    producerId: bytes.readBigInt64BE(43),
    isTransactional: (attributes & TRANSACTIONAL_BIT) !== 0,
    isControl: (attributes & CONTROL_BIT) !== 0,
    recordCount: bytes.readInt32BE(57),
    records: decompress(bytes.subarray(HEADER_BYTES), attributes & COMPRESSION_BITS),
  };
}

function decompress(records: Buffer, codec: number): Buffer {
  if (codec === 0) return records;
  const algorithm = compressionsAlgorithmsByBitmask[codec];
  if (algorithm === undefined) {
    throw new PipeError(
      'internal_error',
      `A batch of messages is compressed with the unknown codec ${codec}. Use none, gzip, snappy, lz4 or zstd.`,
    );
  }
  return algorithm.decompressSync(records);
}

function requireMagic(magic: number): void {
  if (magic === SUPPORTED_MAGIC) return;
  throw new PipeError(
    'internal_error',
    `The topic has messages in the format ${magic} of Kafka 0.10 and older, which is not supported. Copy them to a new topic.`,
  );
}
