import { readChanges, type SurfaceChanges } from './changes.ts';
import { type ChangeDates, readChangeDates } from './dates.ts';
import { contractChangelog, readReleases } from './releases.ts';

/** The content of the changelog. */
export interface History {
  /** The changes since the last release. */
  readonly changes: readonly SurfaceChanges[];
  /** The releases as Markdown; undefined before the first one. */
  readonly releases: string | undefined;
  /** Undefined outside of a git clone. */
  readonly dates: ChangeDates | undefined;
}

export async function readHistory(bundles?: string): Promise<History> {
  const releases = await readReleases();
  const dated = releases === undefined ? undefined : contractChangelog;
  const [changes, dates] = await Promise.all([readChanges(bundles), readChangeDates(dated)]);
  return { changes, releases, dates };
}
