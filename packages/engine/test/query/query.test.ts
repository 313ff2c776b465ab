import { beforeAll, expect, test } from 'vitest';
import type { ChartRequest } from '../../src/query/check-chart.ts';
import { searchRows as searchInParts } from '../../src/query/query-rows.ts';
import { querySeries } from '../../src/query/query-series.ts';
import { queryTile, type TileRequest } from '../../src/query/query-tile.ts';
import { QUERY_LIMITS } from '../../src/query/run-statement.ts';
import { describeWithEngine } from '../support/engines.ts';
import { createTables, DATABASE_OF_ANOTHER, insertRows, sourceOf } from '../support/otel-tables.ts';
import { partsOf, wholeResult } from '../support/whole-result.ts';

const searchRows = (...search: Parameters<typeof searchInParts>) => wholeResult(searchInParts(...search));

const at = (time: string) => `2026-05-04T09:${time}Z`;
const RANGE = { start: Date.parse(at('00:00')), end: Date.parse(at('10:00')) };

const LOG = { SeverityText: 'INFO', Amount: 1.5, Big: '18446744073709551615', Tags: ['a', 'b'] };
const LOGS = [
  {
    ...LOG,
    Timestamp: at('00:10'),
    ServiceName: 'checkout',
    Body: 'The payment was declined',
    SeverityText: 'ERROR',
    SeverityNumber: 17,
  },
  { ...LOG, Timestamp: at('00:20'), ServiceName: 'checkout', Body: 'Order 42 shipped', SeverityNumber: 9 },
  { ...LOG, Timestamp: at('03:00'), ServiceName: 'checkout', Body: 'Order 43 shipped', SeverityNumber: 9 },
  {
    ...LOG,
    Timestamp: at('03:30'),
    ServiceName: 'cart, old',
    Body: 'Cart emptied',
    SeverityNumber: 9,
    Note: 'x',
  },
  { ...LOG, Timestamp: at('10:00'), ServiceName: 'late', Body: 'after the end', SeverityNumber: 9 },
];

const ERRORS = { where: 'SeverityText:error' } as const;

describeWithEngine('queries', (engine) => {
  beforeAll(async () => {
    await createTables(engine());
    await insertRows(engine(), 'otel_logs', LOGS);
    await insertRows(
      engine(),
      'otel_logs',
      [{ ...LOGS[0], Body: 'secret of another tenant' }],
      DATABASE_OF_ANOTHER,
    );
    const span = { ServiceName: 'checkout', SpanName: 'POST /pay', StatusCode: 'Ok' };
    const spans = [1, 2, 3, 1000].map((Duration) => ({ ...span, Timestamp: at('00:30'), Duration }));
    await insertRows(engine(), 'otel_traces', spans);
    await insertRows(engine(), 'otel_sessions', [LOGS[0] ?? {}]);
  });

  const series = (
    request: Partial<ChartRequest> & { fillNulls?: boolean },
    kind: 'log' | 'trace' | 'metric' = 'log',
  ) =>
    querySeries(engine(), sourceOf(kind), {
      range: RANGE,
      granularity: '1m',
      fillNulls: false,
      series: [{ aggFn: 'count' }],
      ...request,
    });
  const tile = (
    config: object,
    kind: Parameters<typeof sourceOf>[0] = 'log',
    filters: TileRequest['filters'] = [],
  ) =>
    wholeResult(
      queryTile(engine(), sourceOf(kind), {
        config: { sourceId: 'x', ...config } as TileRequest['config'],
        range: RANGE,
        granularity: 'auto',
        filters,
      }),
    );

  test('count rows per bucket, without the end of the range', async () => {
    const { series: found, granularity, omittedGroups } = await series({});
    expect(granularity).toBe('1m');
    expect(omittedGroups).toBe(0);
    expect(found).toEqual([
      {
        index: 0,
        name: 'count',
        points: [
          { timestamp: '2026-05-04T09:00:00.000Z', value: 2 },
          { timestamp: '2026-05-04T09:03:00.000Z', value: 2 },
        ],
      },
    ]);
  });

  test('fill empty buckets', async () => {
    const [only] = (await series({ fillNulls: true })).series;
    expect(only?.points.map(({ value }) => value)).toEqual([2, 0, 0, 2, 0, 0, 0, 0, 0, 0]);
  });

  test('return the largest groups and count the others', async () => {
    const { series: found, omittedGroups } = await series({
      groupBy: 'ServiceName AS service, SeverityText',
      limit: 2,
    });
    expect(found.map(({ groupKey, group }) => [groupKey, group])).toEqual([
      ['checkout,INFO', { service: 'checkout', SeverityText: 'INFO' }],
      ['cart\\, old,INFO', { service: 'cart, old', SeverityText: 'INFO' }],
    ]);
    expect(omittedGroups).toBe(1);
  });

  test('keep the groups that meet a condition, in the requested order', async () => {
    const { series: found, omittedGroups } = await series({
      groupBy: 'ServiceName',
      having: 'count() >= 1',
      orderBy: 'max(SeverityNumber) ASC, count() DESC',
      limit: 1,
    });
    expect(found.map(({ groupKey }) => groupKey)).toEqual(['cart\\, old']);
    expect(omittedGroups).toBe(1);
  });

  test('divide one series by another', async () => {
    const { series: found } = await series({
      series: [
        { aggFn: 'count', alias: 'failed', ...ERRORS },
        { aggFn: 'count', alias: 'all' },
      ],
      asRatio: true,
      fillNulls: true,
    });
    expect(found.map(({ name, points }) => [name, points.map(({ value }) => value)])).toEqual([
      ['failed / all', [0.5, 0]],
    ]);
  });

  test('have no value where a series has no rows', async () => {
    const { series: found } = await series({
      series: [
        { aggFn: 'count', ...ERRORS },
        { aggFn: 'max', valueExpression: 'SeverityNumber' },
      ],
    });
    expect(found.map(({ points }) => points.map(({ value }) => value))).toEqual([[1], [17, 9]]);
  });

  test.each([
    ['avg', 251.5],
    ['count_distinct', 4],
    ['last_value', 1],
    ['max', 1000],
    ['min', 1],
    ['quantile', 2.5],
    ['sum', 1006],
    ['any', 1],
  ] as const)('compute %s', async (aggFn, value) => {
    const level = aggFn === 'quantile' ? { level: 0.5 } : {};
    const one = { aggFn, valueExpression: 'Duration', ...level } as ChartRequest['series'][number];
    const { series: found } = await series({ series: [one] }, 'trace');
    expect(found[0]?.points).toHaveLength(1);
    if (aggFn !== 'last_value' && aggFn !== 'any') expect(found[0]?.points[0]?.value).toBe(value);
  });

  test('search rows, the newest first', async () => {
    const page = await searchRows(engine(), sourceOf('log'), { range: RANGE, limit: 2, offset: 0 });
    expect(page).toEqual({
      columns: [
        { name: 'Timestamp', type: 'DateTime64(9)' },
        { name: 'ServiceName', type: 'LowCardinality(String)' },
        { name: 'Body', type: 'String' },
      ],
      rows: [
        { Timestamp: '2026-05-04T09:03:30.000000000Z', ServiceName: 'cart, old', Body: 'Cart emptied' },
        { Timestamp: '2026-05-04T09:03:00.000000000Z', ServiceName: 'checkout', Body: 'Order 43 shipped' },
      ],
      hasMore: true,
    });
  });

  test('return numbers exactly', async () => {
    const { rows } = await searchRows(engine(), sourceOf('log'), {
      select: 'Big, Amount, SeverityNumber, bitXor(Big, 1) AS smaller, Tags, 1 / 0, Note',
      range: RANGE,
      limit: 1,
      offset: 0,
    });
    expect(rows).toEqual([
      {
        Big: '18446744073709551615',
        Amount: '1.5',
        SeverityNumber: 9,
        smaller: '18446744073709551614',
        Tags: ['a', 'b'],
        '1 / 0': null,
        Note: 'x',
      },
    ]);
  });

  test('search many rows in parts, which end at rows', async () => {
    const wide = 'line\n'.repeat(200);
    const rows = Array.from({ length: 200 }, (_, SeverityNumber) => ({
      ...{ ...LOGS[0], SeverityNumber },
      ...{ Timestamp: at('20:00'), Body: wide },
    }));
    await insertRows(engine(), 'otel_sessions', rows);
    const range = { start: Date.parse(at('20:00')), end: Date.parse(at('21:00')) };
    const request = { select: 'SeverityNumber, Body', orderBy: 'SeverityNumber', range };
    const search = (limit: number) =>
      partsOf(searchInParts(engine(), sourceOf('session'), { ...request, limit, offset: 0 }));
    const parts = await search(150);
    expect(parts.length).toBeGreaterThan(1);
    expect(parts.flatMap((part) => part.rows)).toEqual(
      rows.slice(0, 150).map(({ SeverityNumber }) => ({ SeverityNumber, Body: wide })),
    );
    expect(parts.every(({ columns }) => columns.length === 2)).toBe(true);
    expect(parts.map(({ hasMore }) => hasMore)).toEqual([...parts.slice(1).map(() => false), true]);
    expect((await search(200)).at(-1)?.hasMore).toBe(false);
  });

  test('search pages in another order', async () => {
    const request = { select: 'Body', orderBy: 'SeverityNumber DESC, Body', range: RANGE, limit: 2 };
    const pages = [0, 2].map((offset) => searchRows(engine(), sourceOf('log'), { ...request, offset }));
    expect(
      (await Promise.all(pages)).map(({ rows, hasMore }) => [rows.map(({ Body }) => Body), hasMore]),
    ).toEqual([
      [['The payment was declined', 'Cart emptied'], true],
      [['Order 42 shipped', 'Order 43 shipped'], false],
    ]);
  });

  test('fill a table, with groups and columns of their types', async () => {
    const config = {
      displayType: 'table',
      select: [{ aggFn: 'count' }, { aggFn: 'any', valueExpression: 'SeverityText' }],
      groupBy: 'ServiceName',
      having: 'count() > 1',
    };
    expect(await tile(config)).toEqual({
      displayType: 'table',
      startTime: '2026-05-04T09:00:00.000Z',
      endTime: '2026-05-04T09:10:00.000Z',
      columns: [
        { name: 'ServiceName', type: 'LowCardinality(String)' },
        { name: 'count', type: 'Nullable(UInt64)' },
        { name: 'any of SeverityText', type: expect.stringContaining('String') },
      ],
      rows: [{ ServiceName: 'checkout', count: 3, 'any of SeverityText': 'ERROR' }],
      omittedGroups: 0,
    });
  });

  test('fill a number', async () => {
    const config = {
      displayType: 'number',
      select: [{ aggFn: 'avg', valueExpression: 'SeverityNumber', where: 'nothing' }],
    };
    expect(await tile(config)).toMatchObject({ rows: [{ 'avg of SeverityNumber': null }], omittedGroups: 0 });
  });

  test.each(['pie', 'bar'])('fill a %s chart', async (displayType) => {
    const config = {
      displayType,
      select: [{ aggFn: 'count' }],
      groupBy: 'ServiceName',
      orderBy: 'ServiceName',
      limit: 1,
    };
    expect(await tile(config)).toMatchObject({
      rows: [{ ServiceName: 'cart, old', count: 1 }],
      omittedGroups: 1,
    });
  });

  test('fill a heatmap', async () => {
    const config = { displayType: 'heatmap', select: [{ valueExpression: 'Duration' }] };
    expect(await tile(config, 'trace')).toMatchObject({
      granularity: '30s',
      columns: [
        { name: 'timestamp', type: "DateTime64(3, 'UTC')" },
        { name: 'value', type: 'Float64' },
        { name: 'count', type: 'UInt64' },
      ],
      rows: [
        { timestamp: '2026-05-04T09:00:30.000Z', value: 1, count: 1 },
        { timestamp: '2026-05-04T09:00:30.000Z', value: 2, count: 1 },
        { value: expect.closeTo(2.83, 2), count: 1 },
        { value: expect.closeTo(861.08, 2), count: 1 },
      ],
    });
  });

  test('fill a heatmap with equal steps', async () => {
    const config = {
      displayType: 'heatmap',
      select: [{ valueExpression: 'Duration', heatmapScaleType: 'linear' }],
    };
    expect(await tile(config, 'trace')).toMatchObject({
      rows: [
        { value: 1, count: 3 },
        { value: expect.closeTo(980.02, 2), count: 1 },
      ],
    });
  });

  test('fill a search, narrowed by a filter of the dashboard', async () => {
    const config = { displayType: 'search', select: [{ valueExpression: 'Body' }] };
    const filters = [{ expression: 'ServiceName', values: ['cart, old', "it's"] }];
    expect(await tile(config, 'log', filters)).toMatchObject({ rows: [{ Body: 'Cart emptied' }] });
  });

  test('read sessions', async () => {
    expect(await tile({ displayType: 'number', select: [{ aggFn: 'count' }] }, 'session')).toMatchObject({
      rows: [{ count: 1 }],
    });
  });

  test('report each expression that cannot be used', async () => {
    const request = {
      series: [{ aggFn: 'sum', valueExpression: 'sleep(3)', where: 'Unknown:x' }] as ChartRequest['series'],
      where: 'now() > Timestamp',
      whereLanguage: 'sql',
      groupBy: 'ServiceName, ServiceName',
      having: 'count(',
    };
    await expect(series(request)).rejects.toMatchObject({
      code: 'query_invalid',
      entries: [
        { pointer: '/series/0/valueExpression', message: 'must not call the function sleep' },
        {
          pointer: '/series/0/where',
          message: 'names "Unknown", which is not a column of the source; see position 1',
        },
        { pointer: '/where', message: 'must not call the function now' },
        { pointer: '/groupBy', message: expect.stringContaining('"ServiceName" twice') },
        { pointer: '/having', message: expect.stringContaining('not a valid expression') },
      ],
    });
  });

  test.each([
    ['a text that is added up', { series: [{ aggFn: 'sum', valueExpression: 'Body' }] }],
    ['an aggregate of an aggregate', { groupBy: 'ServiceName', having: 'sum(count()) > 1' }],
    ['a condition that is no condition', { where: 'Body', whereLanguage: 'sql' }],
  ] as const)('explain %s', async (_title, request) => {
    await expect(series(request as never)).rejects.toMatchObject({ code: 'query_invalid' });
  });

  test('explain an expression of the source', async () => {
    const broken = sourceOf('log', { timestampValueExpression: 'now()' });
    await expect(searchRows(engine(), broken, { range: RANGE, limit: 1, offset: 0 })).rejects.toMatchObject({
      code: 'query_invalid',
      message: 'timestampValueExpression of the source must not call the function now. Update the source.',
    });
  });

  test.each([
    ['DateTime', 'toDateTime(Timestamp)'],
    ['DateTime64 of milliseconds', 'toDateTime64(Timestamp, 3)'],
    ['milliseconds', 'fromUnixTimestamp64Milli(toUnixTimestamp64Milli(toDateTime64(Timestamp, 3)))'],
  ])('read timestamps that are %s', async (_type, timestampValueExpression) => {
    const queried = sourceOf('log', { timestampValueExpression });
    const { rows } = await searchRows(engine(), queried, {
      select: 'Body',
      range: RANGE,
      limit: 10,
      offset: 0,
    });
    expect(rows).toHaveLength(4);
    const request = {
      series: [{ aggFn: 'count' }],
      range: RANGE,
      granularity: '5m',
      fillNulls: true,
    } as const;
    const { series: found } = await querySeries(engine(), queried, request);
    expect(found[0]?.points.map(({ value }) => value)).toEqual([4, 0]);
  });

  test('read columns again if those that are kept make a query invalid', async () => {
    const table = 't_one__default.otel_sessions';
    const search = async (select?: string) => {
      const request = { range: RANGE, limit: 1, offset: 0, ...(select !== undefined && { select }) };
      const { columns } = await searchRows(engine(), sourceOf('session'), request);
      return columns.map(({ name }) => name);
    };
    expect(await search()).not.toContain('Added');
    await engine().command({ sql: `ALTER TABLE ${table} ADD COLUMN Added UInt8` });
    expect(await Promise.all([search('Added'), search('Added')])).toEqual([['Added'], ['Added']]);
    expect(await search()).toContain('Added');
    await engine().command({ sql: `ALTER TABLE ${table} DROP COLUMN Added` });
    expect(await search()).not.toContain('Added');
    await expect(search('Added')).rejects.toMatchObject({ code: 'query_invalid' });
  });

  test('explain a table that does not exist', async () => {
    const missing = sourceOf('log', { from: { databaseName: 'default', tableName: 'later' } });
    await expect(searchRows(engine(), missing, { range: RANGE, limit: 1, offset: 0 })).rejects.toMatchObject({
      code: 'source_not_ready',
    });
  });

  test('explain too many points', async () => {
    const range = { start: 0, end: RANGE.end };
    const request = { range, granularity: '30s', fillNulls: true, series: [{ aggFn: 'count' }] } as const;
    await expect(querySeries(engine(), sourceOf('log'), request)).rejects.toMatchObject({
      code: 'query_too_large',
    });
  });

  test.each([
    ['query_too_large', { rowsToRead: 1 }, /reads more than 1 rows/],
    ['query_too_large', { resultRows: 1 }, /more than 1 rows/],
    ['query_too_large', { resultBytes: 64 }, /more than .* MiB/],
    ['query_too_large', { memoryBytes: 1024 }, /memory/],
  ] as const)('explain %s', async (code, limits, message) => {
    const run = searchRows(
      engine(),
      sourceOf('log'),
      { range: RANGE, limit: 10, offset: 0 },
      { limits: { ...QUERY_LIMITS, ...limits } },
    );
    await expect(run).rejects.toMatchObject({ code, message: expect.stringMatching(message) });
  });
});
