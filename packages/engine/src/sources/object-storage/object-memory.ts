import type { PipeDefinition } from '../../pipe.ts';
import { codecOf } from './decompress.ts';
import type { StoredObject } from './object-store.ts';

/**
 * A batch is one block of the engine, so that it is inserted as a whole or not at all. This bounds the memory of the block;
 * `object_storage_max_insert_bytes` can only lower it.
 */
export const BLOCK_BYTES = 128 * 1024 * 1024;

type Definition = Pick<PipeDefinition, 'source'>;

/** How much larger the rows of an object are than the object, at a guess. */
const GROWTH = { text: 1, compressed: 8, columns: 4 } as const;

/** The memory that the rows of an object need, at a guess. */
export function memoryOf({ key, size }: Pick<StoredObject, 'key' | 'size'>, definition: Definition): number {
  if (isColumnar(definition)) return columnarMemory(size);
  const isCompressed = codecOf(key, definition.source.objectStorage?.compression ?? 'auto') !== 'none';
  return size * (isCompressed ? GROWTH.compressed : GROWTH.text);
}

/** Whether the format is not a text, so that only the engine can divide an object. */
export function isColumnar({ source }: Definition): boolean {
  return isColumnarFormat(source.objectStorage?.format ?? '');
}

export function isColumnarFormat(format: string): boolean {
  return format === 'Parquet' || format === 'Avro';
}

export function columnarMemory(size: number): number {
  return size * GROWTH.columns;
}
