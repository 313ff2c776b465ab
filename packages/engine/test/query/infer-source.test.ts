import type { Readable, Source } from '@penstock/contract';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { quoteName } from '../../src/port/names.ts';
import { InferenceError, inferSource } from '../../src/query/infer-source.ts';
import { findSourceProblem } from '../../src/query/source-problem.ts';
import { describeWithEngine } from '../support/engines.ts';
import { createTables } from '../support/otel-tables.ts';

const OTEL = { databasePrefix: 't_one__', databaseName: 'default' };
const ANY = { databasePrefix: '', databaseName: 'any' };

describeWithEngine('the inference of a source', (engine) => {
  beforeAll(async () => {
    await createTables(engine());
    await engine().command({ sql: 'CREATE DATABASE any' });
  });

  const create = async (name: string, columns: string) =>
    engine().command({ sql: `CREATE TABLE any.${name} (${columns}) ENGINE = Memory` });
  const infer = (tableName: string) => inferSource(engine(), { ...ANY, tableName });

  describe('the OpenTelemetry layout', () => {
    test('logs', async () => {
      expect(await inferSource(engine(), { ...OTEL, tableName: 'otel_logs' })).toEqual({
        source: {
          name: 'otel_logs',
          kind: 'log',
          connection: 'default',
          from: { databaseName: 'default', tableName: 'otel_logs' },
          timestampValueExpression: 'Timestamp',
          defaultTableSelectExpression: 'Timestamp, ServiceName, SeverityText, Body',
          serviceNameExpression: 'ServiceName',
          severityTextExpression: 'SeverityText',
          bodyExpression: 'Body',
          traceIdExpression: 'TraceId',
          resourceAttributesExpression: 'ResourceAttributes',
        },
        missing: ['spanIdExpression'],
      });
    });

    test('metrics, from any of their tables', async () => {
      for (const tableName of ['otel_metrics_gauge', 'otel_metrics_sum', 'otel_metrics_histogram'])
        expect(await inferSource(engine(), { ...OTEL, tableName })).toEqual({
          source: {
            name: 'otel_metrics',
            kind: 'metric',
            connection: 'default',
            from: { databaseName: 'default' },
            timestampValueExpression: 'TimeUnix',
            serviceNameExpression: 'ServiceName',
            resourceAttributesExpression: 'ResourceAttributes',
            metricTables: {
              gauge: 'otel_metrics_gauge',
              sum: 'otel_metrics_sum',
              histogram: 'otel_metrics_histogram',
            },
          },
          missing: ['traceIdExpression', 'spanIdExpression'],
        });
    });
  });

  test('other layouts, with names that need quotes', async () => {
    await create(
      'requests',
      "`@timestamp` Nullable(DateTime), `service.name` String, span_id String, trace_id UUID, parent_id String, `from` String, operation String, duration_ms Float64, status Enum8('ok' = 1)",
    );
    expect(await infer('requests')).toEqual({
      source: {
        name: 'requests',
        kind: 'trace',
        connection: 'default',
        from: { databaseName: 'any', tableName: 'requests' },
        timestampValueExpression: '`@timestamp`',
        defaultTableSelectExpression: '`@timestamp`, `service.name`, operation, duration_ms',
        serviceNameExpression: '`service.name`',
        traceIdExpression: 'trace_id',
        spanIdExpression: 'span_id',
        parentSpanIdExpression: 'parent_id',
        spanNameExpression: 'operation',
        durationExpression: 'duration_ms',
        statusCodeExpression: 'status',
        durationPrecision: 3,
      },
      missing: ['resourceAttributesExpression'],
    });
  });

  test.each([
    ['a table that does not exist', undefined, undefined, '/tableName', 'reference_not_found'],
    ['a table without timestamps', 'a String', undefined, '/tableName', 'not_applicable'],
    ['metrics of a table of logs', 'time DateTime, msg String', 'metric', '/kind', 'not_applicable'],
  ] as const)('%s is an error', async (name, columns, kind, pointer, code) => {
    const tableName = name.replaceAll(' ', '_');
    if (columns !== undefined) await create(tableName, columns);
    const inferred = inferSource(engine(), { ...ANY, tableName, ...(kind !== undefined && { kind }) });
    await expect(inferred).rejects.toMatchObject({ name: 'InferenceError', pointer, code });
  });

  test('the proposal for any table can be queried', async () => {
    let made = 0;
    const columnName = fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom(...NAMES) },
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }).filter((name) => name.isWellFormed()),
    );
    const columns = fc.uniqueArray(fc.tuple(columnName, fc.constantFrom(...TYPES)), {
      minLength: 1,
      maxLength: 12,
      selector: ([name]) => name,
    });
    await fc.assert(
      fc.asyncProperty(columns, fc.constantFrom(undefined, 'log', 'trace', 'metric'), async (some, kind) => {
        made += 1;
        const tableName = `table_${made}`;
        const defined = some.map(([name, type]) => `${quoteName(name)} ${type}`).join(', ');
        // The engine rejects some of the names.
        if (
          await create(tableName, defined).then(
            () => false,
            () => true,
          )
        )
          return;
        try {
          const { source } = await inferSource(engine(), { ...ANY, tableName, ...(kind && { kind }) });
          const stored = {
            ...source,
            from: { tableName: '', ...source.from },
          } as unknown as Readable<Source>;
          expect(await findSourceProblem(engine(), { source: stored, databasePrefix: '' })).toBeUndefined();
        } catch (error) {
          if (!(error instanceof InferenceError)) throw error;
        }
      }),
      { numRuns: 40 },
    );
  });
});

const NAMES =
  'Timestamp TimeUnix time ts date ServiceName service app SeverityText level Body message log TraceId trace_id SpanId span-id ParentSpanId SpanName name Duration duration_ns StatusCode status ResourceAttributes tags MetricName Value AggregationTemporality IsMonotonic BucketCounts ExplicitBounds from select null true interval case a.b x`y it\'s "quoted" \\back'.split(
    ' ',
  );

const TYPES = [
  'DateTime',
  'DateTime64(9)',
  'Nullable(DateTime64(3))',
  'Date',
  'Date32',
  'String',
  'Nullable(String)',
  'UUID',
  'UInt64',
  'Float64',
  'Bool',
  "Enum8('a' = 1)",
  'Array(UInt64)',
  'Map(String, String)',
  'Tuple(a String, b UInt8)',
  'IPv4',
  'DateTime EPHEMERAL',
  'String EPHEMERAL',
];
