import type { ErrorEntry } from '@penstock/server';
import { notApplicable } from './error-entries.ts';
import { missingReferences, type Reference } from './references.ts';

/** The part of a source that determines what can query it. */
export interface QueriedSource {
  readonly kind: string;
  readonly metricTables?: object;
}

/** The part of a repository of sources that queries are checked with. */
export interface QueriedSources {
  findMany(tenantId: string, ids: readonly string[]): Promise<ReadonlyMap<string, QueriedSource>>;
}

export function isMetric({ kind }: QueriedSource): boolean {
  return kind === 'metric';
}

/** The errors of references to sources whose rows are read: a metric source has no table of rows (D-54). */
export function brokenRowSources(
  sources: ReadonlyMap<string, QueriedSource>,
  references: readonly Reference[],
): ErrorEntry[] {
  return [
    ...missingReferences(sources, 'source', references),
    ...references.flatMap(({ pointer, id }) => {
      const source = sources.get(id);
      if (source === undefined || !isMetric(source)) return [];
      return [notApplicable(pointer, 'must not be a metric source, which has no table of rows')];
    }),
  ];
}
