import { aggregateOf } from './aggregate.ts';
import { BUCKET, groupedBy, groupNames, keysOf } from './chart-columns.ts';
import { chartValues } from './chart-values.ts';
import type { CheckedChart, CheckedSeries, CheckedTable } from './checked-query.ts';
import { asText } from './compile-series.ts';
import { allOf, join, name, type SqlFragment, sql, value } from './sql-fragment.ts';
import { rowsOf } from './table-rows.ts';
import type { BucketSize, TimeRange } from './time-buckets.ts';

/** The most groups of one alert that a statement returns per window: one more than an alert may have. */
const MOST_ALERT_GROUPS = 1_001;

/**
 * A statement for alerts that read the same table and have the same groups: one row per window and group with rows, in this order, with `group_0` …,
 * `bucket`, and for each alert the number of its rows and the values of its series. Charts of metrics are compiled alone.
 */
export function compileAlerts(
  charts: readonly CheckedChart[],
  range: TimeRange,
  windows: BucketSize,
): SqlFragment {
  const [first, ...others] = charts;
  if (first === undefined) throw new TypeError('A statement for alerts has an alert.');
  if (first.from === undefined && others.length > 0)
    throw new TypeError('Alerts on metrics have a statement each.');
  const rows =
    first.from === undefined
      ? valuesOfMetrics(first, range, windows)
      : valuesOfRows(charts, first.from, range, windows);
  const most = value('UInt64', MOST_ALERT_GROUPS * charts.length);
  return sql`SELECT * FROM (
${rows}
)
ORDER BY ${join([BUCKET, ...groupNames(first)], ', ')}
LIMIT ${most} BY ${BUCKET}`;
}

/** Whether the number of rows is also the value. */
export function isCount({ series: [only, ...others] }: CheckedChart): boolean {
  return only?.aggFn === 'count' && only.metric === undefined && others.length === 0;
}

function valuesOfRows(
  charts: readonly CheckedChart[],
  from: CheckedTable,
  range: TimeRange,
  windows: BucketSize,
): SqlFragment {
  const [first] = charts;
  const groups = (first?.groupBy ?? []).map(asText);
  const keys = keysOf(groups, from, windows);
  const columns = charts.flatMap((chart, index) => columnsOf(chart, from, index));
  const conditions = charts.map(conditionOf);
  // Without groups every window has one row, and evaluating all conditions twice costs more than the rows that are left out.
  const isNarrowed = charts.length === 1 || groups.length > 0;
  const where = isNarrowed && !conditions.includes(undefined) ? [anyOf(conditions)] : [];
  return sql`SELECT ${join([...keys.columns, ...columns], ', ')}
${rowsOf(from, range, where)}${groupedBy(keys.expressions)}`;
}

function columnsOf(chart: CheckedChart, { timestamp }: CheckedTable, index: number): SqlFragment[] {
  const rows = sql`countIf(${conditionOf(chart) ?? sql`1`}) AS ${name(`rows_${index}`)}`;
  if (isCount(chart)) return [rows];
  const values = chart.series.map((series, at) => {
    const aggregate = aggregateOf(series, timestamp, conditionOfSeries(chart, series) ?? sql`1`);
    return sql`toFloat64(${aggregate}) AS ${name(`value_${index}_${at}`)}`;
  });
  return [rows, ...values];
}

/** The condition of the rows that any series of a chart has; undefined if these are all. */
function conditionOf(chart: CheckedChart): SqlFragment | undefined {
  const conditions = chart.series.map((series) => conditionOfSeries(chart, series));
  return conditions.includes(undefined) ? undefined : anyOf(conditions);
}

function conditionOfSeries({ where }: CheckedChart, series: CheckedSeries): SqlFragment | undefined {
  const conditions = [...where, ...(series.where === undefined ? [] : [series.where])];
  return conditions.length === 0 ? undefined : allOf(conditions);
}

function anyOf(conditions: readonly (SqlFragment | undefined)[]): SqlFragment {
  return join(
    conditions.flatMap((condition) => (condition === undefined ? [] : [sql`(${condition})`])),
    ' OR ',
  );
}

/** Series of metrics are computed by time series: a row exists where a metric has points. */
function valuesOfMetrics(chart: CheckedChart, range: TimeRange, windows: BucketSize): SqlFragment {
  const textual = { ...chart, groupBy: chart.groupBy.map(asText) };
  const values = chart.series.map(
    (_, at) => sql`toFloat64(${name(`value_${at}`)}) AS ${name(`value_0_${at}`)}`,
  );
  return sql`SELECT ${join([...groupNames(chart), BUCKET, sql`1 AS rows_0`, ...values], ', ')} FROM (
${chartValues(textual, range, windows)}
)`;
}
