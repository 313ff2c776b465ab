import type { PipeDefinition } from '../../pipe.ts';
import { BLOCK_BYTES, isColumnar, memoryOf } from './object-memory.ts';
import { type ObjectPosition, type ObjectRange, rangeObject } from './object-range.ts';
import type { ObjectStore, StoredObject } from './object-store.ts';
import { withObject } from './queue/read-objects.ts';

/** An object that is inserted in parts, and the position before it. */
export interface DividedObject {
  readonly divided: StoredObject;
  readonly before: ObjectPosition;
}

/** Larger objects are reported and not read. */
const LARGEST_OBJECT_BYTES = 10 * 1024 ** 3;
const DEFAULT_COUNT = 100;
/** The keys of a batch are part of a statement, and of the range. */
const LONGEST_KEYS = 2 * 1024 * 1024;
export const START: ObjectPosition = { after: '', newest: 0 };

/** Packs objects into batches by number and bytes, in the order in which they are added. */
export class Packing {
  readonly #pipe: Pick<PipeDefinition, 'settings' | 'source'>;
  readonly #store: Pick<ObjectStore, 'isReadable'>;
  #position: ObjectPosition;
  #objects: StoredObject[] = [];
  #bytes = 0;
  #keyLength = 0;

  constructor(
    pipe: Pick<PipeDefinition, 'settings' | 'source'>,
    store: Pick<ObjectStore, 'isReadable'>,
    position: ObjectPosition = START,
  ) {
    this.#pipe = pipe;
    this.#store = store;
    this.#position = position;
  }

  /** After all objects that were added. */
  get position(): ObjectPosition {
    return this.#position;
  }

  /** Adds an object, and returns what is complete. */
  add(object: StoredObject): (ObjectRange | DividedObject)[] {
    const memory = memoryOf(object, this.#pipe);
    const isAlone = !this.#isPackable(object, memory);
    const complete = isAlone || this.#isFull(memory) ? this.flush() : [];
    const before = this.#position;
    this.#position = positionAfter(object, before);
    if (isAlone) return [...complete, this.#alone(object, before)];
    this.#objects.push(object);
    this.#bytes += memory;
    this.#keyLength += object.key.length;
    return complete;
  }

  /** Continues after an object that is not added. */
  skip(object: StoredObject): void {
    this.#position = positionAfter(object, this.#position);
  }

  /** All objects that existed at the start are read. From now on, a queue announces the objects. */
  listed(): void {
    const { queue } = this.#position;
    if (queue !== undefined) this.#position = { ...this.#position, queue: { ...queue, isListed: true } };
  }

  /** A batch that reports objects that appeared too late. */
  report(late: readonly StoredObject[]): ObjectRange[] {
    const complete = this.flush();
    if (late.length === 0) return complete;
    const newest = Math.max(this.#position.newest, ...late.map(({ modified }) => modified));
    this.#position = { ...this.#position, newest };
    return [...complete, rejected(late, LATE, this.#position)];
  }

  /** The objects that are in no batch yet, as a batch. */
  flush(): ObjectRange[] {
    const objects = this.#objects.map(rangeObject);
    this.#objects = [];
    this.#bytes = 0;
    this.#keyLength = 0;
    return objects.length === 0 ? [] : [{ read: 'together', objects, position: this.#position }];
  }

  #alone(object: StoredObject, before: ObjectPosition): ObjectRange | DividedObject {
    if (object.size > LARGEST_OBJECT_BYTES) return rejected([object], TOO_LARGE, this.#position);
    if (!isColumnar(this.#pipe)) return { divided: object, before };
    if (!this.#store.isReadable(object.key)) return rejected([object], UNREADABLE_KEY, this.#position);
    return { read: 'together', objects: [rangeObject(object)], position: this.#position };
  }

  #isPackable({ key, size }: StoredObject, memory: number): boolean {
    return size <= LARGEST_OBJECT_BYTES && memory <= BLOCK_BYTES && this.#store.isReadable(key);
  }

  #isFull(more: number): boolean {
    const { object_storage_max_file_count: count, object_storage_max_insert_bytes: bytes } =
      this.#pipe.settings;
    if (this.#objects.length >= (count ?? DEFAULT_COUNT) || this.#keyLength > LONGEST_KEYS) return true;
    return this.#bytes + more > Math.min(bytes ?? BLOCK_BYTES, BLOCK_BYTES);
  }
}

const LATE =
  'The object appeared or changed after objects with greater names were read, so it was not read. Copy it to a greater name, and give new objects greater names.';
const TOO_LARGE = 'The object is larger than 10 GiB, so it was not read. Divide it.';
const UNREADABLE_KEY =
  'The name of the object contains a wildcard, a comma, a brace or an empty folder, which is not supported for this format. Rename it.';

function rejected(objects: readonly StoredObject[], reason: string, position: ObjectPosition): ObjectRange {
  return { read: 'rejected', objects: objects.map(rangeObject), reason, position };
}

/** An object from a queue is not in the order of the listing. */
export function positionAfter(
  object: StoredObject,
  { after, newest, queue }: ObjectPosition,
): ObjectPosition {
  const read = queue === undefined ? undefined : withObject(queue, object);
  if (read?.isListed) return { after, newest, queue: read };
  return {
    after: object.key,
    newest: Math.max(newest, object.modified),
    ...(read !== undefined && { queue: read }),
  };
}
