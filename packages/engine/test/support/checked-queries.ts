import type {
  Aggregate,
  CheckedChart,
  CheckedSeries,
  CheckedTable,
  NamedExpression,
} from '../../src/query/checked-query.ts';
import { checked } from '../../src/query/sql-fragment.ts';

/** Sources whose tables have the layout of OpenTelemetry. A metric source has one table per type. */
export const SOURCE_KINDS = ['log', 'trace', 'session', 'gauge', 'sum', 'histogram'] as const;
export type TestedSource = (typeof SOURCE_KINDS)[number];

export const AGGREGATES: readonly Aggregate['aggFn'][] = [
  'avg',
  'count',
  'count_distinct',
  'last_value',
  'max',
  'min',
  'quantile',
  'sum',
  'any',
];

/** What the engine made of the expressions of a request. */
export const expression = (sql: string) => checked({ sql });

export function tableOf(source: TestedSource): CheckedTable {
  const isMetric = METRICS.includes(source);
  const names = ['ServiceName', 'ResourceAttributes', 'Attributes', 'TimeUnix'];
  return {
    table: {
      database: 's_0d1f7c3e__default',
      table: isMetric ? `otel_metrics_${source}` : `otel_${source}s`,
    },
    columns: names.map((name) => ({ name, type: 'String' })),
    timestamp: expression(isMetric ? 'TimeUnix' : 'Timestamp'),
  };
}

const METRICS: readonly TestedSource[] = ['gauge', 'sum', 'histogram'];

export function isMetric(source: TestedSource): source is 'gauge' | 'sum' | 'histogram' {
  return METRICS.includes(source);
}

function aggregate(aggFn: Aggregate['aggFn'], value: string): Aggregate {
  return {
    aggFn,
    ...(aggFn === 'quantile' && { level: 0.95 }),
    ...(aggFn !== 'count' && { value: expression(value) }),
  };
}

export function seriesOf(
  source: TestedSource,
  aggFn: Aggregate['aggFn'],
  options: Partial<CheckedSeries> = {},
): CheckedSeries {
  const own = isMetric(source) && { metric: { name: 'http.requests', type: source, from: tableOf(source) } };
  return { ...aggregate(aggFn, isMetric(source) ? 'Value' : 'Duration'), name: aggFn, ...own, ...options };
}

export function chartOf(
  source: TestedSource,
  series: readonly CheckedSeries[],
  options: Partial<CheckedChart> = {},
): CheckedChart {
  const from = isMetric(source) ? {} : { from: tableOf(source) };
  return { ...from, series, groupBy: [], where: [], orderBy: [], limit: 100, asRatio: false, ...options };
}

export const BY_SERVICE: readonly NamedExpression[] = [
  { name: 'ServiceName', expression: expression('ServiceName') },
];

/** One hour. */
export const RANGE = {
  start: Date.parse('2026-05-04T09:00:00.000Z'),
  end: Date.parse('2026-05-04T10:00:00.000Z'),
};
