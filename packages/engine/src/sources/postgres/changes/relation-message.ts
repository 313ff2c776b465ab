import type { StreamColumn, StreamRelation } from './change.ts';

/** Reads a message that describes a table, after its first byte. */
export function readRelation(bytes: Buffer, start: number): StreamRelation {
  const oid = bytes.readUInt32BE(start);
  const schema = readText(bytes, start + 4);
  const table = readText(bytes, schema.end);
  // The byte after the name is the kind of the replica identity.
  const count = bytes.readUInt16BE(table.end + 1);
  const columns: StreamColumn[] = [];
  let offset = table.end + 3;
  for (let index = 0; index < count; index += 1) {
    const isKey = (bytes[offset] ?? 0) % 2 === 1;
    const name = readText(bytes, offset + 1);
    columns.push({
      isKey,
      name: name.text,
      type: bytes.readUInt32BE(name.end),
      modifier: bytes.readInt32BE(name.end + 4),
    });
    offset = name.end + 8;
  }
  // Postgres leaves out the schema pg_catalog.
  return { oid, schema: schema.text === '' ? 'pg_catalog' : schema.text, table: table.text, columns };
}

/** A text that ends with a zero byte, and the offset after it. */
function readText(bytes: Buffer, start: number): { readonly text: string; readonly end: number } {
  const end = bytes.indexOf(0, start);
  return { text: bytes.toString('utf8', start, end), end: end + 1 };
}
