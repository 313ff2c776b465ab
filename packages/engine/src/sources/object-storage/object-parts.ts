import { lineMessages, type Message, type Messages } from '../../writer/messages.ts';
import type { RejectedMessage } from '../../writer/rejected-rows.ts';
import { codecOf, decompress, isCorrupt, UnreadableObject } from './decompress.ts';
import type { EngineReading } from './engine-reading.ts';
import type { RangeObject } from './object-range.ts';
import { recordSyntax } from './record-ends.ts';
import { splitRecords, type TextRecord } from './split-records.ts';
import { storeError } from './store-error.ts';

/** Records of one object that are inserted together. */
export interface ObjectPart {
  /** The number of its first record in the object, from 0. */
  readonly start: number;
  readonly messages: Messages;
  /** Records that are too long to be a row. */
  readonly tooLong: readonly RejectedMessage[];
  /** The number of the first record of the next part; undefined if this is the last part. */
  readonly next: number | undefined;
}

/** A part is complete when it has one of these. They determine the parts, so they must not change between two reads. */
const PART_BYTES = 32 * 1024 * 1024;
const PART_RECORDS = 100_000;

/**
 * The parts of an object in a text format, from one record on. The same object always has the same parts.
 *
 * @throws UnreadableObject if it cannot be decompressed
 */
export async function* readParts(
  object: RangeObject,
  reading: EngineReading,
  start: number,
  signal: AbortSignal,
): AsyncGenerator<ObjectPart> {
  const [key] = object;
  const building = new PartBuilding(key, reading, start);
  let number = 0;
  for await (const record of readRecords(object, reading, signal)) {
    if (building.needsHead) {
      building.head = record.bytes;
      continue;
    }
    if (number >= start) {
      if (building.isFull) yield building.take(number);
      building.add(record);
    }
    number++;
  }
  if (!building.isEmpty) yield building.take(undefined);
}

/** Reads a compressed object to its end. @throws UnreadableObject if that is not possible */
export async function requireReadable(
  object: RangeObject,
  reading: EngineReading,
  signal: AbortSignal,
): Promise<void> {
  if (codecOf(object[0], reading.compression) === 'none') return;
  for await (const _chunk of readText(object, reading, signal));
}

function readRecords(
  object: RangeObject,
  reading: EngineReading,
  signal: AbortSignal,
): AsyncGenerator<TextRecord> {
  return splitRecords(readText(object, reading, signal), recordSyntax(reading.format, reading.delimiter));
}

async function* readText(
  [key, etag]: RangeObject,
  { store, compression }: EngineReading,
  signal: AbortSignal,
): AsyncGenerator<Buffer> {
  const codec = codecOf(key, compression);
  const content = decompress(await store.read({ key, etag }, signal), codec);
  try {
    yield* content as AsyncIterable<Buffer>;
  } catch (error) {
    if (!isCorrupt(error)) throw storeError(error, store.bucket, key);
    throw new UnreadableObject(
      `The object cannot be read to its end as ${codec}: ${(error as Error).message}.`,
    );
  } finally {
    content.destroy();
  }
}

class PartBuilding {
  head: Buffer | undefined;
  readonly #key: string;
  readonly #format: string;
  readonly #delimiter: string | undefined;
  #start: number;
  #messages: Message[] = [];
  #tooLong: RejectedMessage[] = [];
  #bytes = 0;

  constructor(key: string, { format, delimiter }: EngineReading, start: number) {
    this.#key = key;
    this.#format = format;
    this.#delimiter = delimiter;
    this.#start = start;
  }

  /** Whether the first line is still missing, which has the names. */
  get needsHead(): boolean {
    return this.#format.endsWith('WithNames') && this.head === undefined;
  }

  get isFull(): boolean {
    return this.#bytes >= PART_BYTES || this.#messages.length + this.#tooLong.length >= PART_RECORDS;
  }

  get isEmpty(): boolean {
    return this.#messages.length + this.#tooLong.length === 0;
  }

  add({ bytes, line, cut }: TextRecord): void {
    const location = `${this.#key}:line ${line}`;
    this.#bytes += bytes.length;
    if (cut) this.#tooLong.push({ bytes, location, reason: 'The record is longer than 16 MiB.' });
    else this.#messages.push({ bytes, location });
  }

  take(next: number | undefined): ObjectPart {
    const part = { start: this.#start, messages: this.#taken(), tooLong: this.#tooLong, next };
    this.#start = next ?? this.#start;
    this.#messages = [];
    this.#tooLong = [];
    this.#bytes = 0;
    return part;
  }

  #taken(): Messages {
    return {
      ...lineMessages(this.#format, this.#messages, this.head),
      ...(this.#delimiter !== undefined && { settings: { format_csv_delimiter: this.#delimiter } }),
    };
  }
}
