import type { Readable, Source } from '@penstock/contract';
import type { EnginePort } from '../../src/port/engine-port.ts';
import type { QueriedSource } from '../../src/query/queried-source.ts';

/** The database of the tenant under test; `DATABASE_OF_ANOTHER` belongs to another one. */
const DATABASE = 't_one__default';
export const DATABASE_OF_ANOTHER = 't_two__default';
const PREFIX = 't_one__';

const ENGINE = 'ENGINE = MergeTree ORDER BY tuple()';

const ROWS = `Timestamp DateTime64(9), ServiceName LowCardinality(String), ResourceAttributes Map(LowCardinality(String), String)`;
const LOGS = `${ROWS}, SeverityText LowCardinality(String), SeverityNumber UInt8, Body String, TraceId String,
  LogAttributes Map(LowCardinality(String), String), Note Nullable(String), Amount Decimal(9, 2), Big UInt64, Failed Bool, Tags Array(String)`;
const SPANS = `${ROWS}, SpanName String, Duration UInt64, StatusCode LowCardinality(String)`;
const POINTS = `ServiceName LowCardinality(String), ResourceAttributes Map(LowCardinality(String), String), MetricName String,
  Attributes Map(LowCardinality(String), String), TimeUnix DateTime64(9)`;
const COUNTERS = 'AggregationTemporality Int32, IsMonotonic Bool';

const TABLES = {
  otel_logs: LOGS,
  otel_traces: SPANS,
  otel_sessions: LOGS,
  otel_metrics_gauge: `${POINTS}, Value Float64`,
  otel_metrics_sum: `${POINTS}, Value Float64, ${COUNTERS}`,
  otel_metrics_histogram: `${POINTS}, Count UInt64, Sum Float64, BucketCounts Array(UInt64), ExplicitBounds Array(Float64), AggregationTemporality Int32`,
};

/** Creates the tables of both tenants. */
export async function createTables(engine: EnginePort): Promise<void> {
  for (const database of [DATABASE, DATABASE_OF_ANOTHER]) {
    await engine.command({ sql: `CREATE DATABASE ${database}` });
    for (const [name, columns] of Object.entries(TABLES))
      await engine.command({ sql: `CREATE TABLE ${database}.${name} (${columns}) ${ENGINE}` });
  }
}

export async function insertRows(
  engine: EnginePort,
  table: keyof typeof TABLES,
  rows: readonly object[],
  database = DATABASE,
): Promise<void> {
  await engine.insert({
    table: { database, table },
    bytes: Buffer.from(rows.map((row) => JSON.stringify(row)).join('\n')),
    format: 'JSONEachRow',
  });
}

type Kind = 'log' | 'trace' | 'metric' | 'session';

const OWN: Readonly<Record<Kind, object>> = {
  log: { defaultTableSelectExpression: 'Timestamp, ServiceName, Body', bodyExpression: 'Body' },
  trace: { durationPrecision: 9, spanNameExpression: 'SpanName' },
  metric: {
    metricTables: {
      gauge: 'otel_metrics_gauge',
      sum: 'otel_metrics_sum',
      histogram: 'otel_metrics_histogram',
    },
  },
  session: { traceSourceId: '018f6d2e-3a4b-7c5d-8e6f-708192a3b4c5' },
};

const TABLE_NAMES: Readonly<Record<Kind, string>> = {
  log: 'otel_logs',
  trace: 'otel_traces',
  metric: '',
  session: 'otel_sessions',
};

export function sourceOf(kind: Kind, options: object = {}): QueriedSource {
  const source = {
    id: '018f6d2e-7b8c-7d9e-8f01-a2b3c4d5e6f7',
    name: kind,
    kind,
    connection: 'default',
    from: { databaseName: 'default', tableName: TABLE_NAMES[kind] },
    timestampValueExpression: kind === 'metric' ? 'TimeUnix' : 'Timestamp',
    team: '0d1f7c3e-9b2a-4f64-8a57-c2b8f3f0de21',
    createdAt: '2026-05-04T09:30:00.000Z',
    updatedAt: '2026-05-04T09:30:00.000Z',
    ...OWN[kind],
    ...options,
  };
  return { source: source as Readable<Source>, databasePrefix: PREFIX };
}
