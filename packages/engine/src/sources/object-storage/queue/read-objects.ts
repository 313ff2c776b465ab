import { createHash } from 'node:crypto';
import type { StoredObject } from '../object-store.ts';

/** Which objects a pipe with a queue has read. It is part of the position. */
export interface QueuePosition {
  /** When the objects that existed at the start were listed, in milliseconds since the UNIX epoch. */
  readonly since: number;
  /** Whether all of them were read. From then on, the queue announces the objects. */
  readonly isListed: boolean;
  /** Fingerprints of the last objects that the queue can announce again. */
  readonly recent: readonly string[];
}

const MOST_RECENT = 5_000;
/** The clocks of the server and of the store differ by less, and so does the upload of most objects in parts. */
const TOLERANCE_MS = 3_600_000;

export function startQueue(): QueuePosition {
  return { since: Date.now(), isListed: false, recent: [] };
}

/** The position after an object. Of the listed objects, the queue can only announce new ones. */
export function withObject(position: QueuePosition, object: StoredObject): QueuePosition {
  if (!position.isListed && object.modified < position.since - TOLERANCE_MS) return position;
  return { ...position, recent: [...position.recent, fingerprint(object)].slice(-MOST_RECENT) };
}

/** Whether an object was read already: it was complete before all objects were listed, or it is one of the last ones. */
export function wasRead(position: QueuePosition, object: StoredObject, completeAt: number): boolean {
  return completeAt < position.since - TOLERANCE_MS || position.recent.includes(fingerprint(object));
}

/** Stores return times in milliseconds or in seconds. */
function fingerprint({ key, etag, modified }: StoredObject): string {
  const identity = JSON.stringify([key, etag, Math.floor(modified / 1000)]);
  return createHash('sha256').update(identity).digest('base64url').slice(0, 12);
}
