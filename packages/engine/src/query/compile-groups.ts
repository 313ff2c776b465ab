import { groupNames, valueName } from './chart-columns.ts';
import { chartValues } from './chart-values.ts';
import type { CheckedChart } from './checked-query.ts';
import { rangeOrder, ratioOf } from './compile-series.ts';
import { join, type SqlFragment, sql, value } from './sql-fragment.ts';
import type { TimeRange } from './time-buckets.ts';

/**
 * A statement for a table, number, pie or bar chart. It returns one row per group, in the requested order: `group_0` …, `value_0` …
 * (one value for a ratio), and `groups`, the number of groups before the limit.
 */
export function compileGroups(chart: CheckedChart, range: TimeRange): SqlFragment {
  const values = chart.asRatio
    ? [sql`${ratioOf(chart.series)} AS ratio`]
    : chart.series.map((_, index) => valueName(index));
  const columns = [...groupNames(chart), ...values, sql`count() OVER () AS groups`];
  return sql`SELECT ${join(columns, ', ')} FROM (
${chartValues(chart, range, undefined)}
)
ORDER BY ${rangeOrder(chart)}
LIMIT ${value('UInt64', chart.limit)}`;
}
