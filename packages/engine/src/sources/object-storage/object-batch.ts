import type { MovedData } from '../../pipe-runtime.ts';
import { EngineError } from '../../port/engine-error.ts';
import { insertMessages } from '../../writer/insert-messages.ts';
import { ONE_BLOCK } from '../../writer/one-block.ts';
import { reasonOf } from '../../writer/plain-reason.ts';
import { insertRejectedRows } from '../../writer/rejected-rows.ts';
import type { BatchDestination } from '../source.ts';
import { UnreadableObject } from './decompress.ts';
import { dataErrorOf, describeObject, type EngineReading, insertObjects } from './engine-reading.ts';
import { BLOCK_BYTES, columnarMemory, isColumnarFormat } from './object-memory.ts';
import { type ObjectPart, readParts, requireReadable } from './object-parts.ts';
import type { RangeObject } from './object-range.ts';

const NOTHING: MovedData = { rows: 0, bytes: 0, batches: 0, errors: 0 };

/** Inserts objects in one statement. If a row does not fit, each object is inserted by itself. */
export async function writeTogether(
  objects: readonly RangeObject[],
  reading: EngineReading,
  destination: BatchDestination,
): Promise<MovedData> {
  const isColumnar = isColumnarFormat(reading.format);
  const [first] = objects;
  if (isColumnar && first !== undefined && isManyBlocks(first))
    return writeColumnarObject(first, reading, destination);
  const settings = { ...ONE_BLOCK, ...(isColumnar && EVERY_FIELD) };
  try {
    const rows = await insertObjects(objects, reading, destination, settings);
    return { rows, bytes: bytesOf(objects), batches: 1, errors: 0 };
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    // If all rows fit, the table is what does not work.
    if ((await dataErrorOf(objects, reading, destination, settings)) === undefined) throw error;
  }
  const write = isColumnar ? writeColumnarObject : writeRecords;
  let moved: MovedData = { ...NOTHING, batches: 1 };
  for (const [index, object] of objects.entries())
    moved = sum(moved, await write(object, reading, withSuffix(destination, index)));
  return moved;
}

/** Whether an object of a format that only the engine can divide is too large for one block. */
function isManyBlocks([, , size]: RangeObject): boolean {
  return columnarMemory(size) > BLOCK_BYTES;
}

/** An object without a field is looked at by itself. */
const EVERY_FIELD = {
  input_format_parquet_allow_missing_columns: 0,
  input_format_avro_allow_missing_fields: 0,
};

/** Inserts the records of a part. */
export async function writePart(part: ObjectPart, destination: BatchDestination): Promise<MovedData> {
  const moved = await insertMessages(destination, part.messages);
  if (part.tooLong.length === 0) return moved;
  await insertRejectedRows(withSuffix(destination, 'long'), part.tooLong);
  return { ...moved, errors: moved.errors + part.tooLong.length };
}

/** Stores that objects were not read. */
export async function writeRejected(
  objects: readonly RangeObject[],
  reason: string,
  destination: BatchDestination,
): Promise<MovedData> {
  const rejected = objects.map(([location]) => ({ bytes: Buffer.alloc(0), location, reason }));
  await insertRejectedRows(destination, rejected);
  return { ...NOTHING, batches: 1, errors: objects.length };
}

/** Inserts an object of a text format record by record. An object that cannot be read to its end is rejected as a whole. */
async function writeRecords(
  object: RangeObject,
  reading: EngineReading,
  destination: BatchDestination,
): Promise<MovedData> {
  let moved = NOTHING;
  try {
    await requireReadable(object, reading, destination.signal);
    for await (const part of readParts(object, reading, 0, destination.signal))
      moved = sum(moved, await writePart(part, withSuffix(destination, part.start)));
  } catch (error) {
    if (!(error instanceof UnreadableObject)) throw error;
    return writeRejected([object], error.message, destination);
  }
  return { ...moved, bytes: object[2] };
}

const SAME_BLOCKS = { max_threads: 1 };

/**
 * Inserts an object of a format that only the engine can read, or rejects it as a whole. A large one becomes several blocks, so its
 * rows are checked before the first one is inserted. One thread reads it, so that a repetition has the same blocks.
 */
async function writeColumnarObject(
  object: RangeObject,
  reading: EngineReading,
  destination: BatchDestination,
): Promise<MovedData> {
  const settings = isManyBlocks(object) ? SAME_BLOCKS : ONE_BLOCK;
  const reason =
    (await otherFields(object, reading, destination)) ?? (await dataErrorOf([object], reading, destination));
  if (reason !== undefined)
    return writeRejected([object], typeof reason === 'string' ? reason : reasonOf(reason), destination);
  const rows = await insertObjects([object], reading, destination, settings);
  return { rows, bytes: object[2], batches: 1, errors: 0 };
}

/** Why the fields of an object are not those of the pipe. Some may be missing, but not all. */
async function otherFields(
  object: RangeObject,
  reading: EngineReading,
  { engine, plan, signal }: BatchDestination,
): Promise<string | undefined> {
  const fields = await describeObject(object, reading, engine, signal);
  if (fields instanceof EngineError) return reasonOf(fields);
  const names = fields.map(({ name }) => name);
  if (plan.fields.some((field) => names.includes(field))) return undefined;
  return `The object has none of the fields ${plan.fields.join(', ')}. Its fields are ${names.join(', ')}.`;
}

function withSuffix(destination: BatchDestination, suffix: string | number): BatchDestination {
  return { ...destination, token: `${destination.token}/${suffix}` };
}

function bytesOf(objects: readonly RangeObject[]): number {
  return objects.reduce((total, [, , size]) => total + size, 0);
}

function sum(one: MovedData, other: MovedData): MovedData {
  return {
    ...one,
    rows: one.rows + other.rows,
    bytes: one.bytes + other.bytes,
    errors: one.errors + other.errors,
  };
}
