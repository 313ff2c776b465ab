import { aggregateOf } from './aggregate.ts';
import { BUCKET, groupedBy, groupNames, keysOf, orderName, valueName } from './chart-columns.ts';
import type { CheckedChart, CheckedSeries } from './checked-query.ts';
import { metricValues } from './metric-values.ts';
import { join, type SqlFragment, sql } from './sql-fragment.ts';
import { rowsOf } from './table-rows.ts';
import type { BucketSize, TimeRange } from './time-buckets.ts';

/**
 * A statement with the values of all series by group, and by bucket if there are buckets. A value is NULL if its series has no rows.
 * Without buckets, groups that do not meet `having` are missing, and there are columns to order by.
 */
export function chartValues(
  chart: CheckedChart,
  range: TimeRange,
  buckets: BucketSize | undefined,
): SqlFragment {
  const { from } = chart;
  if (from === undefined) return valuesOfMetrics(chart, range, buckets);
  const keys = keysOf(chart.groupBy, from, buckets);
  const { values, where } = valuesOf(chart.series, from.timestamp);
  const orders =
    buckets === undefined
      ? chart.orderBy.map(({ expression }, index) => sql`${expression} AS ${orderName(index)}`)
      : [];
  const having = buckets === undefined && chart.having !== undefined ? sql`\nHAVING ${chart.having}` : sql``;
  return sql`SELECT ${join([...keys.columns, ...values, ...orders], ', ')}
${rowsOf(from, range, [...chart.where, ...where])}${groupedBy(keys.expressions)}${having}`;
}

/** The condition of a single series selects the rows; several series select those of any of them. */
function valuesOf(series: readonly CheckedSeries[], timestamp: SqlFragment) {
  const [only, ...others] = series;
  const conditions = series.flatMap(({ where = [] }) => where);
  if (only !== undefined && others.length === 0)
    return { values: [sql`${aggregateOf(only, timestamp)} AS ${valueName(0)}`], where: conditions };
  const values = series.map(
    (one, index) => sql`${aggregateOf(one, timestamp, one.where ?? sql`1`)} AS ${valueName(index)}`,
  );
  const any = conditions.map((condition) => sql`(${condition})`);
  return { values, where: conditions.length === series.length ? [join(any, ' OR ')] : [] };
}

/** Each series of metrics has a table and a metric of its own. */
function valuesOfMetrics(
  chart: CheckedChart,
  range: TimeRange,
  buckets: BucketSize | undefined,
): SqlFragment {
  const keys = [...groupNames(chart), ...(buckets === undefined ? [] : [BUCKET])];
  const parts = chart.series.map((series, index) => {
    const values = chart.series.map((_, at) =>
      at === index ? sql`metric_value AS ${valueName(at)}` : sql`NULL AS ${valueName(at)}`,
    );
    return sql`SELECT ${join([...keys, ...values], ', ')} FROM (\n${metricValues(series, chart, range, buckets)}\n)`;
  });
  if (parts.length === 1) return join(parts, ', ');
  const values = chart.series.map((_, index) => sql`max(${valueName(index)}) AS ${valueName(index)}`);
  const union = join(parts, '\nUNION ALL\n');
  return sql`SELECT ${join([...keys, ...values], ', ')} FROM (\n${union}\n)${groupedBy(keys)}`;
}
