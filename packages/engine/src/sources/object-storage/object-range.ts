import type { StoredObject } from './object-store.ts';

/** An object of a range: key, entity tag, size. */
export type RangeObject = readonly [key: string, etag: string, size: number];

/**
 * What a batch contains. It determines the rows, so it also has the way in which they are read.
 *
 * - `together`: the engine reads all objects in one statement.
 * - `parts`: one object that is inserted in parts.
 * - `late` and `large`: objects that are reported and not read.
 */
export interface ObjectRange {
  readonly read: 'together' | 'parts' | 'late' | 'large';
  readonly objects: readonly RangeObject[];
  /** After the batch. */
  readonly position: ObjectPosition;
}

/** How far a pipe has read. */
export interface ObjectPosition {
  /** The key of the last object. */
  readonly after: string;
  /** When the newest object up to there was modified. */
  readonly newest: number;
}

export function readRange(range: string): ObjectRange {
  return JSON.parse(range) as ObjectRange;
}

export function readPosition(position: string | undefined): ObjectPosition | undefined {
  return position === undefined ? undefined : (JSON.parse(position) as ObjectPosition);
}

export function rangeObject({ key, etag, size }: StoredObject): RangeObject {
  return [key, etag, size];
}

/** Compares keys in the order of their bytes, as stores list them. */
export function compareKeys(one: string, other: string): number {
  return Buffer.compare(Buffer.from(one), Buffer.from(other));
}
