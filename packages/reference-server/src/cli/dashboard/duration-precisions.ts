import type { Dashboard } from '@penstock/client';
import type { ApiAccess } from './api-access.ts';

/** Precisions of durations by the id of the source, in digits of a second. */
export type Precisions = ReadonlyMap<string, number>;

/** Durations of sources that are no traces are in seconds. */
const SECONDS = 0;

/**
 * Reads the precision of the sources whose tiles have durations, except those that are known. A source that cannot be read has none; its
 * durations are drawn as plain numbers.
 */
export async function durationPrecisions(
  { sources }: ApiAccess,
  { tiles }: Dashboard,
  signal: AbortSignal,
  known: Precisions = new Map(),
): Promise<Precisions> {
  const needed = tiles.flatMap(({ config: { numberFormat, sourceId } }) =>
    numberFormat?.output === 'duration' && sourceId !== undefined ? [sourceId] : [],
  );
  const missing = [...new Set(needed)].filter((id) => !known.has(id));
  const found = await Promise.all(
    missing.map(async (id): Promise<(readonly [string, number])[]> => {
      try {
        const { durationPrecision = SECONDS } = await sources.get(id, { signal });
        return [[id, durationPrecision]];
      } catch {
        return [];
      }
    }),
  );
  return new Map([...known, ...found.flat()]);
}
