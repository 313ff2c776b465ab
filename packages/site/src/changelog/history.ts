import { readChanges, type SurfaceChanges } from './changes.ts';
import { readReleases } from './releases.ts';

/** What the changelog tells. */
export interface History {
  /** Since the last release. */
  readonly changes: readonly SurfaceChanges[];
  /** What each release brought, as Markdown; undefined if there is none. */
  readonly releases: string | undefined;
}

export async function readHistory(bundles?: string): Promise<History> {
  return { changes: await readChanges(bundles), releases: await readReleases() };
}
