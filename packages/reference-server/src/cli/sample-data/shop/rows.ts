import type { TelemetryTable } from '@penstock/engine';
import type { Service } from './steps.ts';

/** Marks the rows that this command has written. */
export const SCOPE = { ScopeName: 'penstock.sample-data', ScopeVersion: '1' } as const;

/** The columns with the service that a row comes from. */
export interface ResourceColumns {
  readonly ServiceName: string;
  readonly ResourceAttributes: Readonly<Record<string, string>>;
}

export interface SpanRow extends ResourceColumns {
  readonly Timestamp: string;
  readonly TraceId: string;
  readonly SpanId: string;
  readonly ParentSpanId: string;
  readonly SpanName: string;
  readonly SpanKind: string;
  readonly ScopeName: string;
  readonly ScopeVersion: string;
  readonly SpanAttributes: Readonly<Record<string, string>>;
  /** Nanoseconds. */
  readonly Duration: number;
  readonly StatusCode: 'Unset' | 'Error';
  readonly StatusMessage: string;
}

export interface LogRow extends ResourceColumns {
  readonly Timestamp: string;
  readonly TraceId: string;
  readonly SpanId: string;
  readonly SeverityText: string;
  readonly SeverityNumber: number;
  readonly Body: string;
  readonly ScopeName: string;
  readonly ScopeVersion: string;
  readonly LogAttributes: Readonly<Record<string, string>>;
}

export interface PointRow extends ResourceColumns {
  readonly ScopeName: string;
  readonly ScopeVersion: string;
  readonly MetricName: string;
  readonly MetricDescription: string;
  readonly MetricUnit: string;
  readonly Attributes: Readonly<Record<string, string>>;
  readonly StartTimeUnix: string;
  readonly TimeUnix: string;
}

export interface GaugeRow extends PointRow {
  readonly Value: number;
}

export interface SumRow extends GaugeRow {
  readonly AggregationTemporality: number;
  readonly IsMonotonic: boolean;
}

export interface HistogramRow extends PointRow {
  readonly Count: number;
  readonly Sum: number;
  readonly BucketCounts: readonly number[];
  readonly ExplicitBounds: readonly number[];
  readonly Min: number;
  readonly Max: number;
  readonly AggregationTemporality: number;
}

/** The rows of a slice of time, by their tables. */
export interface ShopRows extends Readonly<Record<TelemetryTable, readonly object[]>> {
  readonly otel_logs: readonly LogRow[];
  readonly otel_sessions: readonly LogRow[];
  readonly otel_metrics_gauge: readonly GaugeRow[];
  readonly otel_metrics_sum: readonly SumRow[];
  readonly otel_metrics_histogram: readonly HistogramRow[];
  readonly otel_traces: readonly SpanRow[];
}

export function resourceOf(service: Service | 'browser'): ResourceColumns {
  return {
    ServiceName: service,
    ResourceAttributes: {
      'service.name': service,
      'service.namespace': 'shop',
      'service.version': '1.4.2',
      'deployment.environment.name': 'sample',
    },
  };
}
