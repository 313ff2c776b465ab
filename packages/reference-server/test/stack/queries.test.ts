import { type EnginePort, engineFolderAt, remoteEngine } from '@penstock/engine';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { formatToken } from '../../src/api/access/token.ts';
import { basic, makeReaders } from '../../src/api/testing/credentials.ts';
import { openTestServer, type TestServer } from '../../src/api/testing/test-server.ts';
import { ENGINE_INSTALLED, withEngine } from '../support/engine.ts';
import { requestExample } from '../support/examples.ts';
import { create, entriesOf, expectProblem, newBody, resource, SURFACES } from '../support/stack-surface.ts';
import { startServer } from '../support/test-server.ts';

const RANGE = { startTime: '2026-05-04T09:00:00.000Z', endTime: '2026-05-04T10:00:00.000Z' };
const TABLE = `(Timestamp DateTime64(9), ServiceName LowCardinality(String), SeverityText String, Body String, SpanName String,
  Duration UInt64, StatusCode String) ENGINE = MergeTree ORDER BY Timestamp`;

/** A row of logs and of traces, in minutes after the beginning of the range. */
const row = (minutes: number, ServiceName: string, StatusCode: string, Body: string) => ({
  Timestamp: new Date(Date.parse(RANGE.startTime) + minutes * 60_000).toISOString(),
  ServiceName,
  SeverityText: StatusCode,
  StatusCode,
  Body,
  SpanName: Body,
  Duration: minutes,
});
const ROWS = [
  row(1, 'checkout', 'Error', 'The payment was declined.'),
  row(31, 'checkout', 'Ok', 'Order shipped'),
  row(32, 'checkout', 'Error', 'The payment service did not respond.'),
  row(33, 'cart', 'Ok', 'Cart emptied'),
];

describe.runIf(ENGINE_INSTALLED)('queries', () => {
  let server: TestServer;
  let engine: EnginePort;

  const fill = async (database: string, rows: readonly object[]) => {
    await engine.command({ sql: `CREATE DATABASE IF NOT EXISTS ${database}` });
    for (const table of ['otel_logs', 'otel_traces']) {
      await engine.command({ sql: `CREATE OR REPLACE TABLE ${database}.${table} ${TABLE}` });
      const bytes = Buffer.from(rows.map((one) => JSON.stringify(one)).join('\n'));
      await engine.insert({ table: { database, table }, bytes, format: 'JSONEachRow' });
    }
  };

  beforeAll(async () => {
    server = await openTestServer({ environment: withEngine() });
    engine = remoteEngine({ url: 'http://engine', socketPath: engineFolderAt(server.dataFolder).socket });
    await fill('default', ROWS);
    const wide = `toDateTime64('${RANGE.startTime.slice(0, 19)}', 9, 'UTC') AS Timestamp, repeat('x', 1000) AS Body`;
    await engine.command({ sql: `CREATE VIEW default.wide AS SELECT ${wide} FROM numbers(1001)` });
  });
  afterAll(async () => {
    await engine?.close();
    await server?.stop();
  });

  describe.each(SURFACES)('$name', (surface) => {
    const send: TestServer['call'] = (call) => surface.send(server, call);
    const make = (collection: string, body: unknown) => create(surface, server, collection, body);
    const series = (body: object) => send({ path: '/charts/series', body: { ...ratio, ...body } });
    // The first start creates the sources of the examples, for both tenants.
    const ratio = requestExample('querySeries', 'ratio');
    const logs = async () => (await make('sources', newBody(resource('sources')))).id as string;
    const search = (body: object) => send({ path: '/search', body: { ...RANGE, select: 'Body', ...body } });

    test('series of the example', async () => {
      const response = await series({});
      expect([response.status, surface.in(response)]).toEqual([
        200,
        {
          ...RANGE,
          granularity: '30m',
          series: [
            {
              index: 0,
              name: 'failed / all',
              groupKey: 'checkout',
              group: { ServiceName: 'checkout' },
              points: [
                { timestamp: '2026-05-04T09:00:00.000Z', value: 1 },
                { timestamp: '2026-05-04T09:30:00.000Z', value: 0.5 },
              ],
            },
            {
              index: 0,
              name: 'failed / all',
              groupKey: 'cart',
              group: { ServiceName: 'cart' },
              points: [{ timestamp: '2026-05-04T09:30:00.000Z', value: 0 }],
            },
          ],
          omittedGroups: 0,
        },
      ]);
    });

    test('rows, page by page', async () => {
      const sourceId = await logs();
      const bodies: string[] = [];
      let cursor: string | null | undefined;
      while (cursor !== null) {
        const response = await search({ sourceId, limit: 3, ...(cursor !== undefined && { cursor }) });
        expect(response.status).toBe(200);
        const { rows, columns, nextCursor } = surface.in(response);
        expect(columns).toEqual([{ name: 'Body', type: 'String' }]);
        bodies.push(...rows.map(({ Body }: { Body: string }) => Body));
        cursor = nextCursor;
      }
      expect(bodies).toEqual(ROWS.map(({ Body }) => Body).reverse());
    });

    test('many rows are sent while they are read', async () => {
      const { from, ...body } = newBody(resource('sources'));
      const { id: sourceId } = await make('sources', { ...body, from: { ...from, tableName: 'wide' } });
      const response = await search({ sourceId, limit: 1_000 });
      expect([response.status, response.headers.get('transfer-encoding')]).toEqual([200, 'chunked']);
      const { rows, columns, nextCursor } = surface.in(response);
      expect(rows.map(({ Body }: { Body: string }) => Body.length)).toEqual(Array(1_000).fill(1_000));
      expect(columns).toEqual([{ name: 'Body', type: 'String' }]);
      const next = await search({ sourceId, limit: 1_000, cursor: nextCursor });
      expect([surface.in(next).rows.length, surface.in(next).nextCursor]).toEqual([1, null]);
    });

    test('a cursor belongs to its query', async () => {
      const sourceId = await logs();
      const { nextCursor: cursor } = surface.in(await search({ sourceId, limit: 1 }));
      const response = await search({ sourceId, limit: 1, where: 'payment', cursor });
      expectProblem(response, 400, 'invalid_cursor');
      expect(entriesOf(response)).toEqual([{ pointer: '/cursor', code: 'invalid' }]);
    });

    test('each type of tile, with the filter of the dashboard', async () => {
      const sourceId = await logs();
      const count = [{ aggFn: 'count' }];
      const configs = [
        { displayType: 'line', select: count },
        { displayType: 'stacked_bar', select: count },
        { displayType: 'table', select: count },
        { displayType: 'number', select: count },
        { displayType: 'pie', select: count },
        { displayType: 'bar', select: count },
        { displayType: 'heatmap', select: [{ valueExpression: 'Duration' }] },
        { displayType: 'search', select: [{ valueExpression: 'Body' }] },
        { displayType: 'markdown', markdown: 'text' },
      ];
      const tiles = configs.map((config, y) => ({
        name: config.displayType,
        ...{ x: 0, y, w: 1, h: 1 },
        config: config.displayType === 'markdown' ? config : { ...config, sourceId },
      }));
      const filters = [{ id: 'service', name: 'Service', sourceId, expression: 'ServiceName' }];
      const dashboard = await make('dashboards', { name: 'All types', tiles, filters });
      const totals = await Promise.all(
        dashboard.tiles.map(async ({ id, config }: { id: string; config: { displayType: string } }) => {
          const response = await send({
            path: `/dashboards/${dashboard.id}/tiles/${id}/query`,
            body: { ...RANGE, filters: [{ id: 'service', values: ['cart', "it's"] }] },
          });
          const { displayType, series: lines, rows, ...data } = surface.in(response);
          expect([response.status, displayType, data]).toEqual([
            200,
            config.displayType,
            expect.objectContaining(RANGE),
          ]);
          return [
            displayType,
            lines?.[0].points.filter(({ value }: { value: number }) => value > 0).length ?? rows,
          ];
        }),
      );
      expect(Object.fromEntries(totals)).toEqual({
        line: 1,
        stacked_bar: 1,
        table: [{ count: 1 }],
        number: [{ count: 1 }],
        pie: [{ count: 1 }],
        bar: [{ count: 1 }],
        heatmap: [{ timestamp: '2026-05-04T09:33:00.000Z', value: expect.closeTo(32), count: 1 }],
        search: [{ Body: 'Cart emptied' }],
        markdown: undefined,
      });
    });

    test('errors are returned with their locations', async () => {
      const expressions = await series({
        series: [{ aggFn: 'sum', valueExpression: "file('/etc/passwd')", where: 'a AND' }],
        asRatio: false,
        groupBy: 'nothing',
      });
      expectProblem(expressions, 400, 'query_invalid');
      expect(entriesOf(expressions)).toEqual([
        { pointer: '/series/0/valueExpression', code: 'invalid' },
        { pointer: '/series/0/where', code: 'invalid' },
        { pointer: '/groupBy', code: 'invalid' },
      ]);
      const ratio = await series({ series: [{ aggFn: 'count' }], asRatio: true });
      expect(entriesOf(ratio)).toEqual([{ pointer: '/series', code: 'invalid_length' }]);
      const metric = await series({
        series: [{ aggFn: 'count', metricName: 'm', metricType: 'sum' }],
        asRatio: false,
      });
      expect(entriesOf(metric).map(({ pointer }) => pointer)).toEqual([
        '/series/0/metricName',
        '/series/0/metricType',
      ]);
      const range = await series({ startTime: RANGE.endTime, endTime: RANGE.startTime });
      expect(entriesOf(range)).toEqual([{ pointer: '/startTime', code: 'out_of_range' }]);
      expectProblem(await series({ sourceId: 'nowhere' }), 400, 'reference_not_found');
      expectProblem(await search({ sourceId: 'nowhere' }), 400, 'reference_not_found');
      const many = { startTime: '2000-01-01T00:00:00.000Z', granularity: '30s' };
      expectProblem(await series(many), 400, 'query_too_large');
    });

    test('a table that does not exist yet is a conflict', async () => {
      const body = newBody(resource('sources'));
      const { id } = await make('sources', { ...body, from: { ...body.from, tableName: 'later' } });
      expectProblem(await search({ sourceId: id }), 409, 'source_not_ready');
    });

    test('a tile or filter that does not exist is reported', async () => {
      const { id, tiles } = await make('dashboards', newBody(resource('dashboards')));
      const tile = (tileId: string, body: object) =>
        send({ path: `/dashboards/${id}/tiles/${tileId}/query`, body });
      expectProblem(await tile('nothing', {}), 404, 'resource_not_found');
      const response = await tile(tiles[0].id, { filters: [{ id: 'nothing', values: ['x'] }] });
      expectProblem(response, 400, 'validation_failed');
      expect(entriesOf(response)).toEqual([{ pointer: '/filters/0/id', code: 'invalid' }]);
    });
  });

  test('the work of a query ends when the client leaves', async () => {
    const [pause, rows] = ['sleepEachRow(1)', 'numbers(1000) SETTINGS max_block_size = 1'];
    const slow = `SELECT toDateTime64('${RANGE.startTime.slice(0, 19)}', 9, 'UTC') AS Timestamp, ${pause} AS Body FROM ${rows}`;
    await engine.command({ sql: `CREATE VIEW default.slow AS ${slow}` });
    const body = newBody(resource('sources'));
    const created = await server.v2({
      path: '/sources',
      body: { ...body, bodyExpression: 'toString(Body)', from: { ...body.from, tableName: 'slow' } },
    });
    const client = new AbortController();
    const { token } = server.credentials.observability;
    const running = fetch(`${server.url}/api/v2/charts/series`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        ...RANGE,
        sourceId: created.body.data.id,
        series: [{ aggFn: 'max', valueExpression: 'Body' }],
      }),
      signal: client.signal,
    });
    const count = async () => {
      const sql = "SELECT query FROM system.processes WHERE query LIKE '%groupArray%'";
      const texts = (await engine.query({ sql })).rows<{ query: string }>().map(({ query }) => query);
      return texts.filter((query) => query.includes('default.slow')).length;
    };
    await expect.poll(count).toBe(1);
    client.abort();
    await expect(running).rejects.toThrow();
    // The time limit of the query is 30 seconds.
    await expect.poll(count, { timeout: 20_000 }).toBe(0);
  });

  test('readers may query', async () => {
    const { observability: authorization } = await makeReaders(server);
    const body = requestExample('querySeries', 'ratio');
    const { status } = await server.call({ path: '/api/v2/charts/series', body, headers: { authorization } });
    expect(status).toBe(200);
  });

  test('a tenant reads the databases of its services only', async () => {
    const { organizationId } = server.credentials.management;
    const { administration } = server;
    const source = (databaseName: string) => {
      const body = newBody(resource('sources'));
      return { ...body, from: { ...body.from, databaseName } };
    };
    // The first service owns the database until another service has its prefix.
    const before = (await server.v2({ path: '/sources', body: source('second__default') })).body.data.id;
    const service = await administration.createService(organizationId, 'Second', 'second__');
    await fill('second__default', [row(5, 'second', 'Ok', 'of the second service')]);
    const search = (sourceId: string) => ({ path: '/search', body: { ...RANGE, sourceId, select: 'Body' } });
    expectProblem(await server.v2(search(before)), 409, 'source_not_ready');

    const key = await administration.keys.create({ organizationId, serviceId: service.id }, 'admin');
    const prefix = `/v1/organizations/${organizationId}/services/${service.id}/stack`;
    const asService = (call: { path: string; body: unknown }) =>
      server.call({
        ...call,
        path: `${prefix}${call.path}`,
        headers: { authorization: basic(key.id, key.secret) },
      });
    const owned = (await asService({ path: '/sources', body: source('default') })).body.result.id;
    expect((await asService(search(owned))).body.result.rows).toEqual([{ Body: 'of the second service' }]);

    const team = await administration.createTeam('Linked', [service.id]);
    const { id, secret } = await administration.tokens.create({ teamId: team.id }, 'admin');
    const headers = { authorization: `Bearer ${formatToken(id, secret)}` };
    const asTeam = (call: { path: string; body: unknown }) =>
      server.call({ ...call, path: `/api/v2${call.path}`, headers });
    const linked = (await asTeam({ path: '/sources', body: source('second__default') })).body.data.id;
    expect((await asTeam(search(linked))).body.data.rows).toEqual([{ Body: 'of the second service' }]);
    expectProblem(await server.v2(search(linked)), 400, 'reference_not_found');
  });
});

test('without an engine, queries are not implemented', async () => {
  const { v2 } = await startServer();
  const response = await v2({ path: '/search', body: requestExample('searchRows', 'page') });
  expect([response.status, response.body.code]).toEqual([501, 'not_implemented']);
});
