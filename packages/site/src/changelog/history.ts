import { readChanges, type SurfaceChanges } from './changes.ts';
import { readReleases } from './releases.ts';

/** The content of the changelog. */
export interface History {
  /** The changes since the last release. */
  readonly changes: readonly SurfaceChanges[];
  /** The releases as Markdown; undefined before the first one. */
  readonly releases: string | undefined;
}

export async function readHistory(bundles?: string): Promise<History> {
  return { changes: await readChanges(bundles), releases: await readReleases() };
}
