import type { SourceMetrics } from '../../pipe-runtime.ts';
import { readProgress } from './progress.ts';

/** The progress of the copy of the tables of a pipe; nothing before the first one begins. */
export function snapshotMetrics(position: string | undefined): SourceMetrics {
  const tables = Object.values(readProgress(position).tables);
  if (tables.length === 0) return {};
  const total = (count: (table: (typeof tables)[number]) => number) =>
    tables.reduce((sum, table) => sum + count(table), 0);
  return {
    snapshot: {
      tables: tables.length,
      copiedTables: total(({ isCopied }) => Number(isCopied)),
      estimatedRows: total(({ estimatedRows }) => Math.round(estimatedRows)),
      copiedRows: total(({ rows }) => rows),
    },
  };
}
