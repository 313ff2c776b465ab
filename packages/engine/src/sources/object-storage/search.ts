import { setTimeout } from 'node:timers/promises';
import type { PipeDefinition } from '../../pipe.ts';
import type { Glob } from './glob.ts';
import { LateObjects } from './late-objects.ts';
import { compareKeys, type ObjectPosition, type ObjectRange } from './object-range.ts';
import type { ObjectStore, StoredObject } from './object-store.ts';
import { Packing } from './packing.ts';

const DEFAULT_INTERVAL_MS = 30_000;
/** While nothing is found, a step is yielded at least this often. */
const STEP_MS = 5_000;
/** Searching may take a tenth of the time. */
const PAUSE_FACTOR = 9;
/** Late objects of one report. */
const MOST_LATE = 1_000;

/** Nothing was found for a while. */
export const NOTHING = 'nothing';

/** What is searched for. */
export interface Search {
  readonly definition: Pick<PipeDefinition, 'source' | 'settings'>;
  readonly store: ObjectStore;
  readonly glob: Glob;
}

/** Finds the objects after a position, once or continuously, and packs them into batches. */
export async function* searchObjects(
  { definition, store, glob }: Search,
  position: ObjectPosition | undefined,
  signal: AbortSignal,
): AsyncGenerator<ObjectRange | typeof NOTHING> {
  const packing = new Packing(definition, store, position);
  const pages = (after: string | undefined) => matching(store.list(glob.prefix, after, signal), glob);
  if (definition.source.objectStorage?.isContinuous !== true) {
    yield* packPages(pages(position?.after), packing);
    return;
  }
  const late = new LateObjects(position);
  const interval = definition.settings.object_storage_polling_interval_ms ?? DEFAULT_INTERVAL_MS;
  while (!signal.aborted) {
    const start = performance.now();
    // All objects are listed, also those before the position, because some of them can be late.
    yield* packPages(pages(undefined), packing, late);
    late.listed();
    yield NOTHING;
    yield* pause(Math.max(interval, PAUSE_FACTOR * (performance.now() - start)), signal);
  }
}

async function* packPages(
  pages: AsyncIterable<readonly StoredObject[]>,
  packing: Packing,
  late?: LateObjects,
): AsyncGenerator<ObjectRange | typeof NOTHING> {
  const lateObjects: StoredObject[] = [];
  let lastStep = performance.now();
  for await (const page of pages) {
    for (const object of page) {
      if (isPassed(object, packing.position)) {
        if (late?.isLate(object, packing.position) === true) lateObjects.push(object);
        continue;
      }
      late?.remember(object);
      for (const range of packing.add(object)) {
        yield range;
        lastStep = performance.now();
      }
    }
    if (lateObjects.length >= MOST_LATE) yield* packing.report(lateObjects.splice(0));
    if (performance.now() - lastStep < STEP_MS) continue;
    yield NOTHING;
    lastStep = performance.now();
  }
  yield* packing.report(lateObjects);
}

function isPassed({ key }: StoredObject, position: ObjectPosition | undefined): position is ObjectPosition {
  return position !== undefined && compareKeys(key, position.after) <= 0;
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
