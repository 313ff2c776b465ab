import type { QuerySeries, Readable } from '@penstock/contract';
import { isZeroWithoutRows } from './aggregate.ts';
import type { CheckedChart } from './checked-query.ts';
import { QueryError } from './query-error.ts';
import type { ResultTable } from './run-statement.ts';
import { startOfBucket, type TimeBuckets } from './time-buckets.ts';

/** The series of a chart, and how many groups its limit left out. */
export interface SeriesOutcome {
  readonly series: readonly Readable<QuerySeries>[];
  readonly omittedGroups: number;
}

/** A response has at most this many points. */
export const MOST_POINTS = 100_000;

type Values = readonly (number | null)[];
type Series = Readable<QuerySeries>;

/** Converts the rows of `compileSeries`. Empty buckets become 0 with `fillNulls`. @throws QueryError if there are too many points */
export function readSeries(
  chart: CheckedChart,
  buckets: TimeBuckets,
  fillNulls: boolean,
  { rows }: ResultTable,
): SeriesOutcome {
  const lines = chart.asRatio ? 1 : chart.series.length;
  if (fillNulls && rows.length * lines * buckets.count > MOST_POINTS) throw tooManyPoints();
  const groups = rows.map((row) => groupOf(chart, row));
  const points = rows.map((row) => valuesByBucket(row[chart.groupBy.length]));
  if (points.reduce((sum, { size }) => sum + size * lines, 0) > MOST_POINTS) throw tooManyPoints();
  const timestamps = timestampsOf(buckets, points, fillNulls);
  const series = Array.from({ length: lines }, (_, index) =>
    groups.map((group, row): Series => {
      const values = points[row] ?? new Map<number, Values>();
      return {
        index,
        name: nameOf(chart, index),
        ...group,
        points: pointsOf(chart, index, timestamps, values, fillNulls),
      };
    }),
  ).flat();
  const total = rows[0]?.[chart.groupBy.length + 1];
  return { series, omittedGroups: Math.max(Number(total ?? 0) - rows.length, 0) };
}

export function tooManyPoints(): QueryError {
  const most = MOST_POINTS.toLocaleString('en-US');
  return new QueryError(
    'query_too_large',
    `The query has more than ${most} points. Use a longer granularity, fewer groups or a shorter range.`,
  );
}

/** The name of a series, or of a ratio. */
export function nameOf({ series, asRatio }: CheckedChart, index: number): string {
  if (asRatio) return series.map(({ name }) => name).join(' / ');
  return series[index]?.name ?? '';
}

/** The group of a row that begins with its columns as text. */
export function groupOf({ groupBy }: Pick<CheckedChart, 'groupBy'>, row: readonly unknown[]) {
  if (groupBy.length === 0) return {};
  const values = groupBy.map((_, index) => String(row[index]));
  const groupKey = values.map((text) => text.replace(/[\\,]/g, '\\$&')).join(',');
  const group = Object.fromEntries(groupBy.map(({ name }, index) => [name, values[index] ?? '']));
  return { groupKey, group };
}

function valuesByBucket(points: unknown): ReadonlyMap<number, Values> {
  return new Map((points as [number, ...Values][]).map(([bucket, ...values]) => [bucket, values]));
}

function pointsOf(
  chart: CheckedChart,
  index: number,
  timestamps: ReadonlyMap<number, string>,
  values: ReadonlyMap<number, Values>,
  fillNulls: boolean,
): Series['points'] {
  return [...timestamps].flatMap(([bucket, timestamp]) => {
    const found = pointValue(chart, index, values.get(bucket) ?? []);
    const value = found ?? (fillNulls && !chart.asRatio ? 0 : undefined);
    return value === undefined ? [] : [{ timestamp, value }];
  });
}

/** The beginnings of the buckets of the result, the earliest first. All groups share their texts. */
function timestampsOf(
  buckets: TimeBuckets,
  points: readonly ReadonlyMap<number, Values>[],
  fillNulls: boolean,
): ReadonlyMap<number, string> {
  const known = [...new Set(points.flatMap((values) => [...values.keys()]))].sort((a, b) => a - b);
  const all = fillNulls ? Array.from({ length: buckets.count }, (_, at) => buckets.first + at) : known;
  return new Map(all.map((bucket) => [bucket, new Date(startOfBucket(buckets, bucket)).toISOString()]));
}

/** The value of a series, or of a ratio. */
export function pointValue(
  { series, asRatio }: CheckedChart,
  index: number,
  values: Values,
): number | undefined {
  if (!asRatio) return values[index] ?? undefined;
  const numerator = values[0] ?? (isZeroWithoutRows(series[0]?.aggFn) ? 0 : undefined);
  const denominator = values[1] ?? undefined;
  if (numerator === undefined || denominator === undefined) return undefined;
  const ratio = numerator / denominator;
  return Number.isFinite(ratio) ? ratio : undefined;
}
