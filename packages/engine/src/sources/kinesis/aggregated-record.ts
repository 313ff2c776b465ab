import { createHash } from 'node:crypto';
import protobuf from 'protobufjs/minimal.js';

/** What the Kinesis Producer Library writes in front of a record that contains others. */
const MAGIC = Buffer.from('f3899ac2', 'hex');
const DIGEST_BYTES = 16;
const RECORDS_FIELD = 3;
const DATA_FIELD = 3;
const BYTES_TYPE = 2;

/** The records in a record of the Kinesis Producer Library, and the record itself if it is no such record. */
export function deaggregate(data: Uint8Array): readonly Uint8Array[] {
  const record = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  const end = record.length - DIGEST_BYTES;
  if (end < MAGIC.length || !record.subarray(0, MAGIC.length).equals(MAGIC)) return [data];
  const content = record.subarray(MAGIC.length, end);
  if (!createHash('md5').update(content).digest().equals(record.subarray(end))) return [data];
  return fieldsOf(content, RECORDS_FIELD).map((inner) => fieldsOf(inner, DATA_FIELD)[0] ?? new Uint8Array());
}

/** The values of a field of a Protobuf message that contains bytes or messages. */
function fieldsOf(message: Uint8Array, field: number): Uint8Array[] {
  const reader = protobuf.Reader.create(message);
  const values: Uint8Array[] = [];
  while (reader.pos < reader.len) {
    const tag = reader.uint32();
    if (tag === ((field << 3) | BYTES_TYPE)) values.push(reader.bytes());
    else reader.skipType(tag & 7);
  }
  return values;
}
