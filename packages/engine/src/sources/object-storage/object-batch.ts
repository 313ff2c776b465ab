import type { MovedData } from '../../pipe-runtime.ts';
import type { BatchDestination } from '../source.ts';
import { type EngineReading, insertObjects } from './engine-reading.ts';
import type { ObjectRange } from './object-range.ts';

/** Inserts the objects of a range, or reports them. */
export async function writeObjects(
  { objects }: ObjectRange,
  reading: EngineReading,
  destination: BatchDestination,
): Promise<MovedData> {
  const rows = await insertObjects(objects, reading, destination);
  const bytes = objects.reduce((sum, [, , size]) => sum + size, 0);
  return { rows, bytes, batches: 1, errors: 0 };
}
