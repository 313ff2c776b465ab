import type { MetricTypeName } from '@penstock/contract';

/** The types of metrics that can be queried. */
export const METRIC_TYPES: readonly MetricTypeName[] = ['gauge', 'sum', 'histogram'];

/** The columns that queries of metrics read, in the OpenTelemetry layout, by the type of the metrics. */
export const METRIC_COLUMNS: Readonly<Record<MetricTypeName, readonly string[]>> = {
  gauge: ['MetricName', 'Value'],
  sum: ['MetricName', 'Value', 'AggregationTemporality', 'IsMonotonic'],
  histogram: ['MetricName', 'BucketCounts', 'ExplicitBounds', 'AggregationTemporality'],
};
