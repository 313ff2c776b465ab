import type { PipeDefinition } from '../../pipe.ts';
import { type ObjectPosition, type ObjectRange, rangeObject } from './object-range.ts';
import type { ObjectStore, StoredObject } from './object-store.ts';

/**
 * A batch is one block of the engine, so that it is inserted as a whole or not at all. This bounds the memory of the block;
 * `object_storage_max_insert_bytes` can only lower it.
 */
const BLOCK_BYTES = 128 * 1024 * 1024;
/** A larger object is inserted in parts. */
const LARGEST_BLOCK_BYTES = 256 * 1024 * 1024;
/** Larger objects are reported and not read. */
const LARGEST_OBJECT_BYTES = 10 * 1024 ** 3;
const DEFAULT_COUNT = 100;

/** Packs objects into batches by number and bytes, in the order in which they are added. */
export class Packing {
  readonly #pipe: Pick<PipeDefinition, 'settings' | 'source'>;
  readonly #store: Pick<ObjectStore, 'isReadable'>;
  #position: ObjectPosition | undefined;
  #objects: StoredObject[] = [];
  #bytes = 0;

  constructor(
    pipe: Pick<PipeDefinition, 'settings' | 'source'>,
    store: Pick<ObjectStore, 'isReadable'>,
    position: ObjectPosition | undefined,
  ) {
    this.#pipe = pipe;
    this.#store = store;
    this.#position = position;
  }

  /** After all objects that were added. */
  get position(): ObjectPosition | undefined {
    return this.#position;
  }

  /** Adds an object, and returns the batches that are complete. */
  add(object: StoredObject): ObjectRange[] {
    const own = this.#ownBatch(object);
    const memory = memoryOf(object, this.#pipe);
    const complete = own !== undefined || this.#isFull(memory) ? this.flush() : [];
    this.#position = after(this.#position, object);
    if (own !== undefined) return [...complete, packed(own, [object], this.#position)];
    this.#objects.push(object);
    this.#bytes += memory;
    return complete;
  }

  /** A batch that reports objects. The position stays where it is. */
  report(late: readonly StoredObject[]): ObjectRange[] {
    const [complete, position] = [this.flush(), this.#position];
    if (position === undefined || late.length === 0) return complete;
    const newest = Math.max(position.newest, ...late.map(({ modified }) => modified));
    this.#position = { ...position, newest };
    return [...complete, packed('late', late, this.#position)];
  }

  /** The objects that are not in a batch yet, as a batch. */
  flush(): ObjectRange[] {
    const objects = this.#objects;
    this.#objects = [];
    this.#bytes = 0;
    if (objects.length === 0 || this.#position === undefined) return [];
    return [packed('together', objects, this.#position)];
  }

  #ownBatch(object: StoredObject): 'parts' | 'large' | undefined {
    if (object.size > LARGEST_OBJECT_BYTES) return 'large';
    const isLarge = memoryOf(object, this.#pipe) > LARGEST_BLOCK_BYTES;
    return isLarge || !this.#store.isReadable(object.key) ? 'parts' : undefined;
  }

  #isFull(more: number): boolean {
    const { object_storage_max_file_count: count, object_storage_max_insert_bytes: bytes } =
      this.#pipe.settings;
    if (this.#objects.length >= (count ?? DEFAULT_COUNT)) return true;
    return this.#bytes + more > Math.min(bytes ?? BLOCK_BYTES, BLOCK_BYTES);
  }
}

function packed(
  read: ObjectRange['read'],
  objects: readonly StoredObject[],
  position: ObjectPosition,
): ObjectRange {
  return { read, objects: objects.map(rangeObject), position };
}

function after(position: ObjectPosition | undefined, { key, modified }: StoredObject): ObjectPosition {
  return { after: key, newest: Math.max(position?.newest ?? 0, modified) };
}

/** How much larger the rows of an object are than the object, at a guess. */
const GROWTH = { text: 1, compressed: 8, columns: 4 } as const;

function memoryOf({ key, size }: StoredObject, { source }: Pick<PipeDefinition, 'source'>): number {
  const { format = '', compression = 'auto' } = source.objectStorage ?? {};
  if (format === 'Parquet' || format === 'Avro') return size * GROWTH.columns;
  return size * (isCompressed(key, compression) ? GROWTH.compressed : GROWTH.text);
}

function isCompressed(key: string, compression: string): boolean {
  return compression === 'auto' ? /\.(?:gz|gzip|br|xz|lzma|zst|zstd)$/i.test(key) : compression !== 'none';
}
