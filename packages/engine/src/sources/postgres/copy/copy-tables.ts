import type { PlannedTable } from '../planned-tables.ts';
import { tableKey } from '../progress.ts';
import { type CopyParts, copyTable } from './copy-table.ts';

/** Copies tables, as many at once as the settings of the pipe allow. */
export async function copyTables(
  parts: CopyParts,
  copies: readonly PlannedTable[],
  signal: AbortSignal,
): Promise<void> {
  const failed = new AbortController();
  const either = AbortSignal.any([signal, failed.signal]);
  const queue = [...copies];
  const work = async () => {
    for (let copy = queue.shift(); copy !== undefined; copy = queue.shift()) {
      try {
        await copyTable(parts, tableKey(copy.mapping), copy.plan, either);
      } catch (error) {
        queue.length = 0;
        failed.abort();
        throw error;
      }
    }
  };
  const { snapshotNumberOfParallelTables } = parts.access.source.settings;
  const workers = Array.from({ length: Math.min(snapshotNumberOfParallelTables, copies.length) }, work);
  const results = await Promise.allSettled(workers);
  // The first failure stopped the others, so theirs are consequences of it.
  const failure = results.find(({ status }) => status === 'rejected');
  if (failure?.status === 'rejected') throw failure.reason;
}
