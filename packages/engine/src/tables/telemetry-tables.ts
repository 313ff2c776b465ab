import type { EnginePort } from '../port/engine-port.ts';
import { createDatabase, createMergeTree, storageOf } from './table-statements.ts';

const LABELS = 'Map(LowCardinality(String), String)';

const LOG = `Timestamp DateTime64(9), TimestampTime DateTime DEFAULT toDateTime(Timestamp), TraceId String, SpanId String,
  TraceFlags UInt8, SeverityText LowCardinality(String), SeverityNumber UInt8, ServiceName LowCardinality(String), Body String,
  ResourceSchemaUrl LowCardinality(String), ResourceAttributes ${LABELS}, ScopeSchemaUrl LowCardinality(String),
  ScopeName String, ScopeVersion LowCardinality(String), ScopeAttributes ${LABELS}, LogAttributes ${LABELS}, EventName String,
  INDEX by_trace TraceId TYPE bloom_filter(0.001) GRANULARITY 1`;

const SPAN = `Timestamp DateTime64(9), TraceId String, SpanId String, ParentSpanId String, TraceState String,
  SpanName LowCardinality(String), SpanKind LowCardinality(String), ServiceName LowCardinality(String),
  ResourceAttributes ${LABELS}, ScopeName String, ScopeVersion String, SpanAttributes ${LABELS}, Duration UInt64,
  StatusCode LowCardinality(String), StatusMessage String,
  Events Nested(Timestamp DateTime64(9), Name LowCardinality(String), Attributes ${LABELS}),
  Links Nested(TraceId String, SpanId String, TraceState String, Attributes ${LABELS}),
  INDEX by_trace TraceId TYPE bloom_filter(0.001) GRANULARITY 1`;

const POINT = `ResourceAttributes ${LABELS}, ResourceSchemaUrl String, ScopeName String, ScopeVersion String,
  ScopeAttributes ${LABELS}, ScopeDroppedAttrCount UInt32, ScopeSchemaUrl String, ServiceName LowCardinality(String),
  MetricName String, MetricDescription String, MetricUnit String, Attributes ${LABELS}, StartTimeUnix DateTime64(9),
  TimeUnix DateTime64(9), Flags UInt32`;

const EXEMPLARS = `Exemplars Nested(FilteredAttributes ${LABELS}, TimeUnix DateTime64(9), Value Float64, SpanId String, TraceId String)`;

const LOG_ORDER = 'PARTITION BY toDate(TimestampTime) ORDER BY (ServiceName, TimestampTime, Timestamp)';
const POINT_ORDER =
  'PARTITION BY toDate(TimeUnix) ORDER BY (ServiceName, MetricName, Attributes, toUnixTimestamp64Nano(TimeUnix))';

/** The columns and the order of the tables of telemetry: those that the exporter of the OpenTelemetry collector writes. */
const TABLES = {
  otel_logs: { columns: LOG, order: LOG_ORDER },
  otel_sessions: { columns: LOG, order: LOG_ORDER },
  otel_traces: {
    columns: SPAN,
    order: 'PARTITION BY toDate(Timestamp) ORDER BY (ServiceName, SpanName, toDateTime(Timestamp))',
  },
  otel_metrics_gauge: { columns: `${POINT}, Value Float64, ${EXEMPLARS}`, order: POINT_ORDER },
  otel_metrics_sum: {
    columns: `${POINT}, Value Float64, ${EXEMPLARS}, AggregationTemporality Int32, IsMonotonic Bool`,
    order: POINT_ORDER,
  },
  otel_metrics_histogram: {
    columns: `${POINT}, Count UInt64, Sum Float64, BucketCounts Array(UInt64), ExplicitBounds Array(Float64), ${EXEMPLARS}, Min Float64, Max Float64, AggregationTemporality Int32`,
    order: POINT_ORDER,
  },
} as const;

export type TelemetryTable = keyof typeof TABLES;

/** Creates the tables of telemetry that do not exist, in the OpenTelemetry layout. */
export async function createTelemetryTables(engine: EnginePort, database: string): Promise<void> {
  const storage = storageOf(engine);
  await engine.command(createDatabase({ database, table: '' }, storage));
  for (const [table, { columns, order }] of Object.entries(TABLES)) {
    await engine.command(createMergeTree({ database, table }, columns, order, storage));
  }
}
