import { createHash } from 'node:crypto';
import type { ObjectPosition } from './object-range.ts';
import type { StoredObject } from './object-store.ts';

/** Beyond this number, late objects are recognized by their time only. An entry takes about 50 bytes. */
const MOST_KNOWN = 1_000_000;

/**
 * Recognizes objects that appear when their turn is over: later objects were read already. It remembers the objects of all
 * listings of this process. After a restart, it compares the times of the objects.
 */
export class LateObjects {
  readonly #known = new Set<number>();
  #first: boolean;

  constructor(position: ObjectPosition | undefined) {
    this.#first = position !== undefined;
  }

  /** Whether an object before the position was absent, or had other content, when its turn was. Each object is late once. */
  isLate(object: StoredObject, position: ObjectPosition): boolean {
    if (this.#first || this.#known.size >= MOST_KNOWN) {
      this.remember(object);
      return object.modified > position.newest;
    }
    const isKnown = this.#known.has(fingerprint(object));
    this.remember(object);
    return !isKnown;
  }

  remember(object: StoredObject): void {
    if (this.#known.size < MOST_KNOWN) this.#known.add(fingerprint(object));
  }

  /** Called when a listing is complete: from now on, all objects are known. */
  listed(): void {
    this.#first = false;
  }
}

/** 48 bits of a hash. */
function fingerprint({ key, etag }: StoredObject): number {
  return createHash('sha1').update(key).update('\0').update(etag).digest().readUIntBE(0, 6);
}
