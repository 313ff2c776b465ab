import { aggregateOf, levelOf } from './aggregate.ts';
import { BUCKET, groupedBy, groupNames, keysOf } from './chart-columns.ts';
import type { CheckedChart, CheckedSeries, CheckedTable } from './checked-query.ts';
import { join, name, type SqlFragment, sql, value } from './sql-fragment.ts';
import { rowsOf } from './table-rows.ts';
import type { BucketSize, TimeRange } from './time-buckets.ts';

/** A point of a counter before the range is used for the increase of its first point in the range. */
const LOOK_BACK_MS = 10 * 60 * 1000;

/** The columns that distinguish time series of one metric, in the layout of OpenTelemetry. */
const IDENTITY = ['ServiceName', 'ResourceAttributes', 'ScopeName', 'ScopeAttributes', 'Attributes'];

/** The parts of the statements of one series. */
interface Parts {
  readonly series: CheckedSeries;
  readonly from: CheckedTable;
  readonly range: TimeRange;
  readonly where: readonly SqlFragment[];
  /** The columns of the groups and the bucket, with their expressions and alone. */
  readonly keyColumns: readonly SqlFragment[];
  readonly keyExpressions: readonly SqlFragment[];
  readonly keyNames: readonly SqlFragment[];
  /** A hash that is the same for the points of one time series. */
  readonly identity: SqlFragment;
}

/**
 * A statement with the columns of the groups, the bucket, and `metric_value`, for one series of a metric source: the last value of a
 * gauge per time series, the increase of a sum per time series, or what the buckets of a histogram contain.
 */
export function metricValues(
  series: CheckedSeries,
  chart: CheckedChart,
  range: TimeRange,
  buckets: BucketSize | undefined,
): SqlFragment {
  const { metric } = series;
  if (metric === undefined) throw new TypeError('A series of a metric source has a metric.');
  const { columns, expressions } = keysOf(chart.groupBy, metric.from, buckets);
  const known = new Set(metric.from.columns.map((column) => column.name));
  const identifying = IDENTITY.filter((column) => known.has(column)).map((column) => name(column));
  const parts: Parts = {
    series,
    from: metric.from,
    range,
    where: [
      sql`MetricName = ${value('String', metric.name)}`,
      ...chart.where,
      ...(series.where === undefined ? [] : [series.where]),
    ],
    keyColumns: columns,
    keyExpressions: expressions,
    keyNames: [...groupNames(chart), ...(buckets === undefined ? [] : [BUCKET])],
    identity: identifying.length === 0 ? sql`0` : sql`cityHash64(${join(identifying, ', ')})`,
  };
  return { gauge: gaugeValues, sum: sumValues, histogram: histogramValues }[metric.type](parts);
}

function gaugeValues({ series, from, range, where, keyColumns, keyExpressions, keyNames, identity }: Parts) {
  const last = sql`argMax(Value, ${from.timestamp}) AS Value, max(${from.timestamp}) AS at`;
  return sql`SELECT ${join([...keyNames, sql`${aggregatedValue(series)} AS metric_value`], ', ')} FROM (
SELECT ${join([...keyColumns, last], ', ')}
${rowsOf(from, range, where)}${groupedBy([...keyExpressions, identity])}
)${groupedBy(keyNames)}`;
}

/** The first known point of a counter has no increase, and a counter that falls has started from 0 again. */
function sumValues(parts: Parts) {
  const { series, keyNames } = parts;
  const increase = sql`multiIf(AggregationTemporality = 1, Value, isNull(previous), 0, IsMonotonic AND Value < previous, Value, Value - previous)`;
  const points = pointsOf(parts, [
    sql`Value`,
    sql`IsMonotonic`,
    sql`${previous(parts, sql`toNullable(Value)`)} AS previous`,
  ]);
  return sql`SELECT ${join([...keyNames, sql`${aggregatedValue(series)} AS metric_value`], ', ')} FROM (
SELECT ${join([...keyNames, sql`sum(${increase}) AS Value, max(at) AS at`], ', ')} FROM (
${points}
)
WHERE at >= fromUnixTimestamp64Milli(${value('Int64', parts.range.start)}, 'UTC')${groupedBy([...keyNames, sql`series`])}
)${groupedBy(keyNames)}`;
}

/** Counts per upper bound are added up, so time series with other bounds can be mixed. `sumMap` leaves out bounds without counts. */
function histogramValues(parts: Parts) {
  const { series, keyNames } = parts;
  const points = pointsOf(parts, [
    sql`ExplicitBounds`,
    sql`BucketCounts`,
    sql`${previous(parts, sql`BucketCounts`)} AS previous`,
  ]);
  const before = sql`multiIf(AggregationTemporality = 1, [], empty(previous), BucketCounts, length(previous) != length(BucketCounts) OR arraySum(BucketCounts) < arraySum(previous), [], previous)`;
  const increases = sql`arrayResize(arrayMap((now, before) -> toFloat64(now) - toFloat64(before), BucketCounts, arrayResize(${before}, length(BucketCounts))), length(ExplicitBounds) + 1)`;
  const merged = sql`SELECT ${join([...keyNames, sql`sumMap(${UPPER_BOUNDS}, ${increases}) AS counts, arraySort(groupUniqArrayArray(${UPPER_BOUNDS})) AS bounds`], ', ')} FROM (
${points}
)
WHERE at >= fromUnixTimestamp64Milli(${value('Int64', parts.range.start)}, 'UTC')${groupedBy(keyNames)}`;
  if (series.aggFn === 'count')
    return sql`SELECT ${join([...keyNames, sql`arraySum(counts.2) AS metric_value`], ', ')} FROM (\n${merged}\n)`;
  return sql`SELECT ${join([...keyNames, sql`${series.value ?? sql`Value`} AS metric_value`], ', ')} FROM (
SELECT ${join([...keyNames, sql`${QUANTILE} AS Value`], ', ')} FROM (
SELECT *, arrayFirstIndex(count -> count >= wanted, cumulative) AS position FROM (
SELECT *, arrayCumSum(bound -> counts.2[indexOf(counts.1, bound)], bounds) AS cumulative, ${levelOf(series)} * arraySum(counts.2) AS wanted FROM (
${merged}
))))`;
}

const UPPER_BOUNDS = sql`arrayPushBack(ExplicitBounds, inf)`;

/** Linear between the bounds of the bucket with the quantile. The last bucket has no upper bound. */
const QUANTILE = sql`multiIf(wanted <= 0 OR position = 0, NULL, isInfinite(bounds[position]), bounds[position - 1], position = 1, least(bounds[1], 0) + (bounds[1] - least(bounds[1], 0)) * wanted / cumulative[1], bounds[position - 1] + (bounds[position] - bounds[position - 1]) * (wanted - cumulative[position - 1]) / (cumulative[position] - cumulative[position - 1]))`;

/** The points of the metric with their predecessors. */
function pointsOf({ from, range, where, keyColumns, identity }: Parts, columns: readonly SqlFragment[]) {
  const extended = { start: Math.max(range.start - LOOK_BACK_MS, 0), end: range.end };
  const own = [
    ...keyColumns,
    sql`${identity} AS series`,
    sql`${from.timestamp} AS at`,
    sql`AggregationTemporality`,
    ...columns,
  ];
  return sql`SELECT ${join(own, ', ')}\n${rowsOf(from, extended, where)}`;
}

/** The value of the previous point of the same time series. */
function previous({ from, identity }: Parts, of: SqlFragment) {
  return sql`lagInFrame(${of}) OVER (PARTITION BY ${identity} ORDER BY ${from.timestamp} ROWS BETWEEN 1 PRECEDING AND CURRENT ROW)`;
}

function aggregatedValue(series: CheckedSeries): SqlFragment {
  return aggregateOf(series, sql`at`);
}
