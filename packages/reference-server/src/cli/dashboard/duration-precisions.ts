import type { Dashboard } from '@penstock/client';
import type { ApiAccess } from './api-access.ts';

/** Durations of sources that are no traces are in seconds. */
const SECONDS = 0;

/**
 * Reads the precision of the sources whose tiles have durations. A source that cannot be read has none; its durations are drawn as plain
 * numbers.
 */
export async function durationPrecisions(
  { sources }: ApiAccess,
  { tiles }: Dashboard,
): Promise<ReadonlyMap<string, number>> {
  const ids = tiles.flatMap(({ config: { numberFormat, sourceId } }) =>
    numberFormat?.output === 'duration' && sourceId !== undefined ? [sourceId] : [],
  );
  const found = await Promise.all(
    [...new Set(ids)].map(async (id): Promise<(readonly [string, number])[]> => {
      try {
        return [[id, (await sources.get(id)).durationPrecision ?? SECONDS]];
      } catch {
        return [];
      }
    }),
  );
  return new Map(found.flat());
}
