import { setTimeout } from 'node:timers/promises';
import type { PipeDefinition } from '../../pipe.ts';
import { UnreadableObject } from './decompress.ts';
import type { EngineReading } from './engine-reading.ts';
import type { Glob } from './glob.ts';
import { LateObjects } from './late-objects.ts';
import { type ObjectPart, readParts, requireReadable } from './object-parts.ts';
import { compareKeys, type ObjectPosition, type ObjectRange, rangeObject } from './object-range.ts';
import type { StoredObject } from './object-store.ts';
import { type DividedObject, Packing, positionAfter, START } from './packing.ts';
import { startQueue } from './queue/read-objects.ts';
import { searchQueue } from './queue/search-queue.ts';
import type { SqsQueue } from './queue/sqs-queue.ts';

const DEFAULT_INTERVAL_MS = 30_000;
/** While nothing is found, a step is yielded at least this often. */
const STEP_MS = 5_000;
/** Searching may take a tenth of the time. */
const PAUSE_FACTOR = 9;
/** Late objects of one report. */
const MOST_LATE = 1_000;

/** A batch. The part of an object is in memory already. */
export interface Found {
  readonly range: ObjectRange;
  readonly part?: ObjectPart;
}

/** Nothing was found for a while. */
export const NOTHING = 'nothing';

/** What is searched for. */
export interface Search {
  readonly definition: Pick<PipeDefinition, 'source' | 'settings'>;
  readonly reading: EngineReading;
  readonly glob: Glob;
  /** Announces new objects, instead of listings. */
  readonly queue: SqsQueue | undefined;
  readonly note: (message: string) => void;
}

/** Finds the objects after a position, once or continuously, and packs them into batches. */
export async function* searchObjects(
  search: Search,
  position: ObjectPosition | undefined,
  signal: AbortSignal,
): AsyncGenerator<Found | typeof NOTHING> {
  const { definition, reading, glob, queue } = search;
  const { inside } = position ?? {};
  const packing = new Packing(definition, reading.store, startOf(search, position));
  if (position !== undefined && inside !== undefined) {
    const [key, etag, size] = inside.object;
    const divided = { key, etag, size, modified: inside.modified };
    yield* divide({ divided, before: position }, reading, signal, inside.start);
    packing.skip(divided);
  }
  const pages = (after: string | undefined) => matching(reading.store.list(glob.prefix, after, signal), glob);
  if (queue !== undefined) {
    if (packing.position.queue?.isListed !== true)
      yield* packPages(pages(packing.position.after || undefined), packing, reading, signal);
    packing.listed();
    yield* packAnnounced({ ...search, queue }, packing, signal);
    return;
  }
  if (definition.source.objectStorage?.isContinuous !== true) {
    yield* packPages(pages(packing.position.after || undefined), packing, reading, signal);
    return;
  }
  const late = new LateObjects(position);
  const interval = definition.settings.object_storage_polling_interval_ms ?? DEFAULT_INTERVAL_MS;
  while (!signal.aborted) {
    const start = performance.now();
    // All objects are listed, also those before the position, because some of them can be late.
    yield* packPages(pages(undefined), packing, reading, signal, late);
    late.listed();
    yield NOTHING;
    yield* pause(Math.max(interval, PAUSE_FACTOR * (performance.now() - start)), signal);
  }
}

/** A position without a queue is one of a pipe that starts now. */
function startOf({ queue }: Search, position: ObjectPosition | undefined): ObjectPosition | undefined {
  if (queue === undefined || position?.queue !== undefined) return position;
  return { ...(position ?? START), queue: startQueue() };
}

async function* packAnnounced(
  { definition, reading, glob, queue, note }: Search & { readonly queue: SqsQueue },
  packing: Packing,
  signal: AbortSignal,
): AsyncGenerator<Found | typeof NOTHING> {
  const most = definition.settings.object_storage_max_file_count;
  const search = { queue, store: reading.store, glob, packing, most, note };
  for await (const complete of searchQueue(search, signal)) {
    if (complete === undefined) yield NOTHING;
    else if ('divided' in complete) yield* divide(complete, reading, signal);
    else yield { range: complete };
  }
}

async function* packPages(
  pages: AsyncIterable<readonly StoredObject[]>,
  packing: Packing,
  reading: EngineReading,
  signal: AbortSignal,
  late?: LateObjects,
): AsyncGenerator<Found | typeof NOTHING> {
  const lateObjects: StoredObject[] = [];
  let lastStep = performance.now();
  for await (const page of pages) {
    for (const object of page) {
      if (compareKeys(object.key, packing.position.after) <= 0) {
        if (late?.isLate(object, packing.position) === true) lateObjects.push(object);
        continue;
      }
      late?.remember(object);
      for (const complete of packing.add(object)) {
        if ('divided' in complete) yield* divide(complete, reading, signal);
        else yield { range: complete };
        lastStep = performance.now();
      }
    }
    if (lateObjects.length >= MOST_LATE) yield* packing.report(lateObjects.splice(0)).map(found);
    if (performance.now() - lastStep < STEP_MS) continue;
    yield NOTHING;
    lastStep = performance.now();
  }
  yield* packing.report(lateObjects).map(found);
}

function found(range: ObjectRange): Found {
  return { range };
}

/** The parts of an object as batches, or a report if it cannot be read to its end. */
async function* divide(
  { divided, before }: DividedObject,
  reading: EngineReading,
  signal: AbortSignal,
  start = 0,
): AsyncGenerator<Found> {
  const object = rangeObject(divided);
  const after = positionAfter(divided, before);
  try {
    if (start === 0) await requireReadable(object, reading, signal);
    for await (const part of readParts(object, reading, start, signal)) {
      const inside = { object, modified: divided.modified, start: part.next ?? 0 };
      const position = part.next === undefined ? after : { ...before, inside };
      yield { range: { read: 'part', object, start: part.start, position }, part };
    }
  } catch (error) {
    if (!(error instanceof UnreadableObject)) throw error;
    yield found({ read: 'rejected', objects: [object], reason: error.message, position: after });
  }
}

/** The objects whose keys match. Keys that end with a slash stand for folders. */
async function* matching(
  pages: AsyncIterable<readonly StoredObject[]>,
  glob: Glob,
): AsyncGenerator<readonly StoredObject[]> {
  for await (const page of pages) yield page.filter(({ key }) => !key.endsWith('/') && glob.matches(key));
}

async function* pause(milliseconds: number, signal: AbortSignal): AsyncGenerator<typeof NOTHING> {
  const end = performance.now() + milliseconds;
  while (!signal.aborted && performance.now() < end) {
    const rest = Math.min(end - performance.now(), STEP_MS);
    await setTimeout(rest, undefined, { signal }).catch(() => {});
    if (!signal.aborted && performance.now() < end) yield NOTHING;
  }
}
