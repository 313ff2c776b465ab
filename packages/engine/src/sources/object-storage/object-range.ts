import type { StoredObject } from './object-store.ts';
import type { QueuePosition } from './queue/read-objects.ts';

/** An object of a range: key, entity tag, size. */
export type RangeObject = readonly [key: string, etag: string, size: number];

/**
 * What a batch contains. It determines the rows, so it also has the way in which they are read.
 *
 * - `together`: the engine reads all objects in one statement.
 * - `part`: records of one object, from the record `start` on.
 * - `rejected`: objects that are reported and not read.
 */
export type ObjectRange = { readonly position: ObjectPosition } & (
  | { readonly read: 'together'; readonly objects: readonly RangeObject[] }
  | { readonly read: 'part'; readonly object: RangeObject; readonly start: number }
  | { readonly read: 'rejected'; readonly objects: readonly RangeObject[]; readonly reason: string }
);

/** How far a pipe has read. */
export interface ObjectPosition {
  /** The key of the last object. */
  readonly after: string;
  /** When the newest object up to there was modified, in milliseconds since the UNIX epoch. */
  readonly newest: number;
  /** The object after it, if its records before `start` were moved. */
  readonly inside?: { readonly object: RangeObject; readonly modified: number; readonly start: number };
  /** Present if a queue announces objects. */
  readonly queue?: QueuePosition;
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
