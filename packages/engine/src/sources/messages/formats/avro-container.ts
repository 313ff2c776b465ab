import { ByteWriter } from './byte-writer.ts';

const MAGIC = Buffer.from('Obj\u0001');
const SYNC_BYTES = 16;
/** Separates blocks. Their sizes are known, so it may be the same in all files. */
const SYNC = Buffer.from('penstock-avro-00');

/** Writes Avro object container files: a header with the schema, then blocks. */
export class AvroContainerWriter {
  readonly #writer = new ByteWriter();

  constructor(schema: string, codec = 'null') {
    this.#writer.append(MAGIC);
    this.#long(2).#text('avro.schema').#text(schema).#text('avro.codec').#text(codec);
    this.#long(0);
    this.#writer.append(SYNC);
  }

  /** A datum gets a block of its own, so that a datum of a wrong length does not shift the next one. */
  addDatum(datum: Uint8Array): this {
    return this.addBlock(1, datum);
  }

  addBlock(count: number, data: Uint8Array): this {
    this.#long(count).#long(data.length);
    this.#writer.append(data).append(SYNC);
    return this;
  }

  finish(): Buffer {
    return this.#writer.finish();
  }

  /** Avro writes the number n as 2n if it is not negative. */
  #long(value: number): this {
    this.#writer.appendVarint(value * 2);
    return this;
  }

  #text(text: string): this {
    const bytes = Buffer.from(text);
    this.#long(bytes.length);
    this.#writer.append(bytes);
    return this;
  }
}

/** An object container file in its parts. */
export interface AvroContainer {
  readonly schema: string;
  readonly codec: string;
  readonly blocks: readonly AvroBlock[];
}

interface AvroBlock {
  readonly count: number;
  readonly data: Buffer;
}

/** @throws NotAvroError if the bytes are not a complete file */
export function readAvroContainer(bytes: Buffer): AvroContainer {
  const reader = new AvroReader(bytes);
  if (!reader.bytes(MAGIC.length).equals(MAGIC))
    throw new NotAvroError('it does not start as an Avro file does');
  const metadata = readMetadata(reader);
  const schema = metadata.get('avro.schema');
  if (schema === undefined) throw new NotAvroError('its header has no schema');
  const sync = reader.bytes(SYNC_BYTES);
  const blocks: AvroBlock[] = [];
  while (!reader.isAtEnd) {
    const count = reader.long();
    blocks.push({ count, data: reader.bytes(reader.long()) });
    if (!reader.bytes(SYNC_BYTES).equals(sync))
      throw new NotAvroError('a block does not end with its marker');
  }
  return { schema, codec: metadata.get('avro.codec') ?? 'null', blocks };
}

/** A map is a sequence of blocks. A negative count is followed by the size of its block. */
function readMetadata(reader: AvroReader): Map<string, string> {
  const metadata = new Map<string, string>();
  for (let count = reader.long(); count !== 0; count = reader.long()) {
    if (count < 0) reader.long();
    for (let entry = 0; entry < Math.abs(count); entry += 1) {
      const name = reader.bytes(reader.long()).toString('utf8');
      metadata.set(name, reader.bytes(reader.long()).toString('utf8'));
    }
  }
  return metadata;
}

/** The bytes are not an Avro object container file. */
export class NotAvroError extends Error {
  override readonly name = 'NotAvroError';

  constructor(detail: string) {
    super(`The message is not an Avro object container file: ${detail}.`);
  }
}

class AvroReader {
  readonly #bytes: Buffer;
  #position = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  get isAtEnd(): boolean {
    return this.#position >= this.#bytes.length;
  }

  bytes(count: number): Buffer {
    const end = this.#position + count;
    if (count < 0 || end > this.#bytes.length) throw new NotAvroError('it ends too early');
    const bytes = this.#bytes.subarray(this.#position, end);
    this.#position = end;
    return bytes;
  }

  long(): number {
    let value = 0;
    for (let scale = 1; ; scale *= 0x80) {
      const [byte = 0] = this.bytes(1);
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
      if (scale > Number.MAX_SAFE_INTEGER / 0x80) throw new NotAvroError('one of its numbers is too large');
    }
  }
}
