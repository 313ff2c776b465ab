import { beforeAll, expect, test } from 'vitest';
import type { ChartRequest } from '../../src/query/check-chart.ts';
import { checkAlert, queryAlerts } from '../../src/query/query-alerts.ts';
import { describeWithEngine } from '../support/engines.ts';
import { createTables, insertRows, sourceOf } from '../support/otel-tables.ts';

const at = (time: string) => `2026-05-04T09:${time}Z`;
const RANGE = { start: Date.parse(at('00:00')), end: Date.parse(at('10:00')) };
const WINDOWS = { seconds: 300 };
const FIRST = RANGE.start;
const SECOND = RANGE.start + 300_000;

const LOG = { SeverityText: 'INFO', SeverityNumber: 9, Body: 'text' };
const LOGS = [
  { ...LOG, Timestamp: at('00:10'), ServiceName: 'checkout', SeverityText: 'ERROR', Amount: 2 },
  { ...LOG, Timestamp: at('04:59'), ServiceName: 'checkout', Amount: 4 },
  { ...LOG, Timestamp: at('06:00'), ServiceName: 'cart, old', Amount: 9 },
  { ...LOG, Timestamp: at('10:00'), ServiceName: 'late', SeverityText: 'ERROR', Amount: 1 },
];
const ERRORS = { aggFn: 'count', where: 'SeverityText:error' } as const;

describeWithEngine('values of alerts', (engine) => {
  beforeAll(async () => {
    await createTables(engine());
    await insertRows(engine(), 'otel_logs', LOGS);
    const gauge = { ServiceName: 'checkout', MetricName: 'queue.size' };
    const points = [
      { ...gauge, TimeUnix: at('01:00'), Value: 3 },
      { ...gauge, TimeUnix: at('02:00'), Value: 8 },
    ];
    await insertRows(engine(), 'otel_metrics_gauge', points);
  });

  const check = (request: ChartRequest, kind: Parameters<typeof sourceOf>[0] = 'log') =>
    checkAlert(engine(), sourceOf(kind), request);
  const values = async (...requests: ChartRequest[]) => {
    const alerts = await Promise.all(requests.map((request) => check(request)));
    return queryAlerts(engine(), alerts, RANGE, WINDOWS);
  };

  test('windows without rows are missing', async () => {
    expect(await values({ series: [ERRORS] })).toEqual([[{ window: FIRST, value: 1 }]]);
  });

  test('several alerts in one statement have the values that each has alone', async () => {
    const requests: ChartRequest[] = [
      { series: [ERRORS] },
      { series: [{ aggFn: 'avg', valueExpression: 'Amount' }] },
      { series: [ERRORS, { aggFn: 'count' }], asRatio: true },
      { series: [{ aggFn: 'sum', valueExpression: 'Amount', where: 'SeverityText:info' }] },
    ];
    const together = await values(...requests);
    expect(together).toEqual([
      [{ window: FIRST, value: 1 }],
      [
        { window: FIRST, value: 3 },
        { window: SECOND, value: 9 },
      ],
      [
        { window: FIRST, value: 0.5 },
        { window: SECOND, value: 0 },
      ],
      [
        { window: FIRST, value: 4 },
        { window: SECOND, value: 9 },
      ],
    ]);
    for (const [index, request] of requests.entries())
      expect(await values(request)).toEqual([together[index]]);
  });

  test('groups', async () => {
    const groupBy = 'ServiceName';
    const together = await values(
      { series: [{ aggFn: 'count' }], groupBy },
      { series: [ERRORS], groupBy: 'ServiceName AS service' },
    );
    expect(together.map((rows) => [...rows].sort((one, other) => one.window - other.window))).toEqual([
      [
        { window: FIRST, groupKey: 'checkout', group: { ServiceName: 'checkout' }, value: 2 },
        { window: SECOND, groupKey: 'cart\\, old', group: { ServiceName: 'cart, old' }, value: 1 },
      ],
      [{ window: FIRST, groupKey: 'checkout', group: { service: 'checkout' }, value: 1 }],
    ]);
  });

  test('a value that is no number has rows', async () => {
    const [rows] = await values({ series: [{ aggFn: 'max', valueExpression: 'nullIf(Amount, Amount)' }] });
    expect(rows).toEqual([
      { window: FIRST, value: undefined },
      { window: SECOND, value: undefined },
    ]);
    const [nan] = await values({ series: [{ aggFn: 'max', valueExpression: 'log(-1 * Amount)' }] });
    expect(nan?.map(({ value }) => value)).toEqual([undefined, undefined]);
  });

  test('the last numeric series is compared', async () => {
    const body = { aggFn: 'any', valueExpression: 'Body' } as const;
    expect(await values({ series: [{ aggFn: 'count' }, ERRORS, body] })).toEqual([
      [{ window: FIRST, value: 1 }],
    ]);
    await expect(check({ series: [body] })).rejects.toThrow('The tile has no numeric series. Fix the tile.');
  });

  test('metrics', async () => {
    const series = { metricName: 'queue.size', metricType: 'gauge', valueExpression: 'Value' } as const;
    const alert = await check({ series: [{ ...series, aggFn: 'max' }], groupBy: 'ServiceName' }, 'metric');
    expect(alert.shape).toBeUndefined();
    expect(await queryAlerts(engine(), [alert], RANGE, WINDOWS)).toEqual([
      [{ window: FIRST, groupKey: 'checkout', group: { ServiceName: 'checkout' }, value: 8 }],
    ]);
  });

  test('alerts on the same table with the same groups have the same shape', async () => {
    const count = { series: [ERRORS] };
    const [one, other, grouped, traces] = await Promise.all([
      check(count),
      check({ series: [{ aggFn: 'max', valueExpression: 'Amount' }] }),
      check({ ...count, groupBy: 'ServiceName' }),
      check({ series: [{ aggFn: 'count' }] }, 'trace'),
    ]);
    expect(one?.shape).toBe(other?.shape);
    expect(new Set([one?.shape, grouped?.shape, traces?.shape]).size).toBe(3);
  });
});
