import { isZeroWithoutRows } from './aggregate.ts';
import { BUCKET, groupedBy, groupNames, orderName, valueName } from './chart-columns.ts';
import { chartValues } from './chart-values.ts';
import type { Aggregate, CheckedChart } from './checked-query.ts';
import { join, type SqlFragment, sql, value } from './sql-fragment.ts';
import type { TimeBuckets, TimeRange } from './time-buckets.ts';

/**
 * A statement for a line or stacked bar chart. It returns one row per group, in the requested order: `group_0` … as text, `points` with
 * the bucket and the values of all series, and `groups`, the number of groups before the limit.
 */
export function compileSeries(chart: CheckedChart, range: TimeRange, buckets: TimeBuckets): SqlFragment {
  const textual = { ...chart, groupBy: chart.groupBy.map(asText) };
  const names = groupNames(chart);
  const values = chart.series.map((_, index) => numberOf(valueName(index)));
  const points = sql`groupArray((${join([BUCKET, ...values], ', ')})) AS points`;
  const inner = chartValues(textual, range, buckets);
  if (names.length === 0) return sql`SELECT ${points}, 1 AS groups FROM (\n${inner}\n)`;
  const limit = value('UInt64', chart.limit);
  if (chart.having === undefined && chart.orderBy.length === 0)
    return sql`SELECT ${join([...names, points, sql`count() OVER () AS groups`], ', ')} FROM (
${inner}
)${groupedBy(names)}
ORDER BY sum(${sizeOf(chart)}) DESC, ${join(names, ', ')}
LIMIT ${limit}`;
  return sql`SELECT ${join([...names, points, sql`any(groups) AS groups`], ', ')} FROM (
${inner}
) AS computed INNER JOIN (
SELECT ${join([...names, sql`row_number() OVER (ORDER BY ${rangeOrder(chart)}) AS position`, sql`count() OVER () AS groups`], ', ')} FROM (
${chartValues(textual, range, undefined)}
)
ORDER BY position
LIMIT ${limit}
) AS ranked USING (${join(names, ', ')})${groupedBy(names)}
ORDER BY any(position)`;
}

/** The order of groups by their values over the whole range. */
export function rangeOrder(chart: CheckedChart): SqlFragment {
  const requested = chart.orderBy.map(({ descending }, index) =>
    descending ? sql`${orderName(index)} DESC` : sql`${orderName(index)}`,
  );
  const largest = sql`${chart.asRatio ? ratioOf(chart.series) : valueName(0)} DESC`;
  return join([...(requested.length === 0 ? [largest] : requested), ...groupNames(chart)], ', ');
}

/** The first value divided by the second; NULL if that is no number. A numerator that counts or adds no rows is 0. */
export function ratioOf([first, second]: readonly Aggregate[]): SqlFragment {
  if (first === undefined || second === undefined) throw new TypeError('A ratio has two series.');
  const numerator = isZeroWithoutRows(first.aggFn) ? sql`ifNull(${valueName(0)}, 0)` : valueName(0);
  return sql`${numerator} / nullIf(${valueName(1)}, 0)`;
}

/** Text that is no number is no value. */
function numberOf(fragment: SqlFragment): SqlFragment {
  return sql`accurateCastOrNull(${fragment}, 'Float64')`;
}

function sizeOf({ series, asRatio }: CheckedChart): SqlFragment {
  const own = asRatio ? ratioOf(series) : valueName(0);
  return sql`ifNotFinite(ifNull(${numberOf(own)}, 0), 0)`;
}

/** Groups are text in results. */
export function asText<Named extends { readonly expression: SqlFragment }>(named: Named): Named {
  return { ...named, expression: sql`ifNull(toString(${named.expression}), '')` };
}
