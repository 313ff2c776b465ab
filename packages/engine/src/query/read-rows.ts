import type { QueryColumn, Readable } from '@penstock/contract';
import type { CheckedChart } from './checked-query.ts';
import { nameOf } from './read-series.ts';
import type { ResultTable } from './run-statement.ts';

/** Rows as objects, with the types of their columns. */
export interface RowsOutcome {
  readonly columns: readonly Readable<QueryColumn>[];
  readonly rows: readonly Readonly<Record<string, unknown>>[];
}

/** Names the columns of a result; columns after the names are left out. */
export function readRows(names: readonly string[], { types, rows }: ResultTable): RowsOutcome {
  return {
    columns: names.map((name, index) => ({ name, type: types[index] ?? '' })),
    rows: rows.map((row) => Object.fromEntries(names.map((name, index) => [name, row[index] ?? null]))),
  };
}

/** Converts the rows of `compileGroups`. */
export function readGroups(
  chart: CheckedChart,
  result: ResultTable,
): RowsOutcome & { omittedGroups: number } {
  const values = chart.asRatio ? [nameOf(chart, 0)] : chart.series.map(({ name }) => name);
  const names = [...chart.groupBy.map(({ name }) => name), ...values];
  const groups = Number(result.rows[0]?.[names.length] ?? 0);
  return { ...readRows(names, result), omittedGroups: Math.max(groups - result.rows.length, 0) };
}
