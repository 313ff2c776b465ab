import type { Readable, TileSeries } from '@penstock/contract';
import { beforeAll, expect, test } from 'vitest';
import { queryGroups } from '../../src/query/query-rows.ts';
import { querySeries } from '../../src/query/query-series.ts';
import { describeWithEngine } from '../support/engines.ts';
import { createTables, insertRows, sourceOf } from '../support/otel-tables.ts';

const at = (time: string) => `2026-05-04T${time}Z`;
const RANGE = { start: Date.parse(at('09:00:00')), end: Date.parse(at('09:03:00')) };

const point = (time: string, pod: string, values: object) => ({
  ServiceName: 'checkout',
  MetricName: 'm',
  Attributes: { pod },
  TimeUnix: at(time),
  ...values,
});
const counter = (time: string, pod: string, Value: number, kind: object = {}) =>
  point(time, pod, { Value, AggregationTemporality: 2, IsMonotonic: true, ...kind });
const histogram = (time: string, BucketCounts: number[], kind: object = {}) =>
  point(time, 'a', { BucketCounts, ExplicitBounds: [10, 20, 40], AggregationTemporality: 2, ...kind });

describeWithEngine('queries of metrics', (engine) => {
  beforeAll(async () => {
    await createTables(engine());
    await insertRows(engine(), 'otel_metrics_gauge', [
      point('09:00:10', 'a', { Value: 1 }),
      point('09:00:50', 'a', { Value: 3 }),
      point('09:00:40', 'b', { Value: 5 }),
      point('09:02:00', 'b', { Value: 7 }),
      { ...point('09:00:40', 'b', { Value: 1000 }), MetricName: 'other' },
    ]);
    await insertRows(engine(), 'otel_metrics_sum', [
      counter('08:59:30', 'a', 100),
      counter('09:00:30', 'a', 110),
      counter('09:01:30', 'a', 4),
      counter('09:01:40', 'b', 50),
      counter('09:02:40', 'b', 53),
      counter('09:02:10', 'c', 8, { AggregationTemporality: 1 }),
    ]);
    await insertRows(engine(), 'otel_metrics_histogram', [
      histogram('08:59:00', [0, 100, 0, 0]),
      histogram('09:00:30', [5, 105, 0, 0]),
      histogram('09:01:30', [5, 105, 10, 2]),
      histogram('09:02:30', [4, 0, 0, 0]),
    ]);
  });

  const series = (...selected: object[]) =>
    querySeries(engine(), sourceOf('metric'), {
      series: selected.map((one) => ({ metricName: 'm', ...one })) as Readable<TileSeries>[],
      range: RANGE,
      granularity: '1m',
      fillNulls: false,
    });
  const valuesOf = async (selected: object) =>
    (await series(selected)).series[0]?.points.map(({ timestamp, value }) => [
      timestamp.slice(14, 16),
      value,
    ]);

  test.each([
    [
      'avg',
      [
        ['00', 4],
        ['02', 7],
      ],
    ],
    [
      'sum',
      [
        ['00', 8],
        ['02', 7],
      ],
    ],
    [
      'count',
      [
        ['00', 2],
        ['02', 1],
      ],
    ],
  ])('take the last value of a gauge per time series: %s', async (aggFn, values) => {
    const value = aggFn === 'count' ? {} : { valueExpression: 'Value' };
    expect(await valuesOf({ aggFn, metricType: 'gauge', ...value })).toEqual(values);
  });

  test('compute with the value of a metric', async () => {
    const gauge = {
      aggFn: 'max',
      metricType: 'gauge',
      valueExpression: 'Value * 100',
      where: 'Attributes.pod:a',
    };
    expect(await valuesOf(gauge)).toEqual([['00', 300]]);
  });

  test('take the increase of a sum, also after a restart', async () => {
    expect(await valuesOf({ aggFn: 'sum', metricType: 'sum', valueExpression: 'Value' })).toEqual([
      ['00', 10],
      ['01', 4],
      ['02', 11],
    ]);
  });

  test('count what a histogram counted', async () => {
    expect(await valuesOf({ aggFn: 'count', metricType: 'histogram' })).toEqual([
      ['00', 10],
      ['01', 12],
      ['02', 4],
    ]);
  });

  test('take the quantile of the buckets of a histogram', async () => {
    const median = { aggFn: 'quantile', level: 0.5, metricType: 'histogram', valueExpression: 'Value' };
    expect(await valuesOf(median)).toEqual([
      ['00', 10],
      ['01', 32],
      ['02', 5],
    ]);
    const most = { ...median, level: 0.99, where: 'ServiceName:checkout' };
    expect((await valuesOf(most))?.[1]).toEqual(['01', 40]);
  });

  test('combine metrics of several types', async () => {
    const { series: found } = await series(
      { aggFn: 'avg', metricType: 'gauge', valueExpression: 'Value', alias: 'load' },
      { aggFn: 'count', metricType: 'histogram' },
    );
    expect(found.map(({ name, points }) => [name, points.map(({ value }) => value)])).toEqual([
      ['load', [4, 7]],
      ['count of m', [10, 12, 4]],
    ]);
  });

  test('fill rows by group', async () => {
    const selected = [{ aggFn: 'max', metricType: 'gauge', metricName: 'm', valueExpression: 'Value' }];
    const { rows } = await queryGroups(engine(), sourceOf('metric'), {
      series: selected as Readable<TileSeries>[],
      groupBy: "Attributes['pod'] AS pod",
      range: RANGE,
    });
    expect(rows).toEqual([
      { pod: 'b', 'max of m': 7 },
      { pod: 'a', 'max of m': 3 },
    ]);
  });

  test('reject what has no meaning for metrics', async () => {
    const query = querySeries(engine(), sourceOf('metric'), {
      series: [{ aggFn: 'sum', metricType: 'sum', metricName: 'm', valueExpression: 'Attributes' }],
      having: 'count() > 1',
      range: RANGE,
      granularity: '1m',
      fillNulls: true,
    });
    await expect(query).rejects.toMatchObject({
      entries: [
        { pointer: '/series/0/valueExpression', message: expect.stringContaining('not a column') },
        { pointer: '/having', message: 'does not apply to metric sources; remove it' },
      ],
    });
  });
});
