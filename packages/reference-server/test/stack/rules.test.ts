import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestServer, type TestServer } from '../../src/api/testing/test-server.ts';
import { create, entriesOf, expectProblem, newBody, resource, SURFACES } from '../support/stack-surface.ts';

// What is rejected leaves nothing behind, and each test makes resources of its own.
let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.stop());

const TRACES = '018f6d2e-3a4b-7c5d-8e6f-708192a3b4c5';
const COUNT = { aggFn: 'count' };

describe.each(SURFACES)('$name', (surface) => {
  const send: TestServer['call'] = (call) => surface.send(server, call);
  const withTile = (config: object) => ({
    name: 'One tile',
    tiles: [{ name: 't', x: 0, y: 0, w: 1, h: 1, config }],
  });
  const rejections = async (body: unknown) => {
    const response = await send({ path: '/dashboards', body });
    expectProblem(response, 400, 'validation_failed');
    return entriesOf(response).map(
      ({ pointer, code }) => `${pointer.replace('/tiles/0/config/', '')} ${code}`,
    );
  };
  const returned = async (config: object) =>
    (await create(surface, server, 'dashboards', withTile(config))).tiles[0].config;

  describe('tiles', () => {
    test.each([
      ['a line without anything', { displayType: 'line' }, ['sourceId required', 'select required']],
      ['a number without anything', { displayType: 'number' }, ['sourceId required', 'select required']],
      ['a search without a source', { displayType: 'search' }, ['sourceId required']],
      ['a markdown without text', { displayType: 'markdown' }, ['markdown required']],
      [
        'a markdown with the rest',
        { displayType: 'markdown', markdown: '', sourceId: TRACES, select: [{}], where: '' },
        [
          'select/0/valueExpression required',
          'sourceId not_applicable',
          'select not_applicable',
          'where not_applicable',
        ],
      ],
      [
        'a line with what tables and searches have',
        {
          displayType: 'line',
          sourceId: TRACES,
          select: [COUNT],
          having: 'h',
          orderBy: 'o',
          where: '',
          markdown: '',
        },
        [
          'having not_applicable',
          'orderBy not_applicable',
          'where not_applicable',
          'markdown not_applicable',
        ],
      ],
      [
        'a number that is split',
        {
          displayType: 'number',
          sourceId: TRACES,
          select: [COUNT],
          groupBy: 'g',
          asRatio: true,
          fillNulls: true,
        },
        ['groupBy not_applicable', 'asRatio not_applicable', 'fillNulls not_applicable'],
      ],
      [
        'a search with a format',
        { displayType: 'search', sourceId: TRACES, numberFormat: { output: 'byte' } },
        ['numberFormat not_applicable'],
      ],
      [
        'two numbers in a number',
        { displayType: 'number', sourceId: TRACES, select: [COUNT, COUNT] },
        ['select invalid_length'],
      ],
      [
        'a line of a number of groups',
        { displayType: 'line', sourceId: TRACES, select: [COUNT], limit: 5 },
        ['limit not_applicable'],
      ],
      [
        'a metric of a source of traces',
        { displayType: 'line', sourceId: TRACES, select: [{ ...COUNT, metricName: 'm', metricType: 'sum' }] },
        ['select/0/metricName not_applicable', 'select/0/metricType not_applicable'],
      ],
    ])('%s: 400', async (_name, config, locations) => {
      expect(await rejections(withTile(config))).toEqual(locations);
    });

    test.each(['number', 'pie', 'bar', 'heatmap'])('two series in a %s: 400', async (displayType) => {
      const series = displayType === 'heatmap' ? { valueExpression: 'v' } : COUNT;
      const config = { displayType, sourceId: TRACES, select: [series, series] };
      expect(await rejections(withTile(config))).toEqual(['select invalid_length']);
    });

    test.each([1, 3])('a ratio of %i series: 400', async (count) => {
      const select = Array.from({ length: count }, () => COUNT);
      const config = { displayType: 'line', sourceId: TRACES, select, asRatio: true };
      expect(await rejections(withTile(config))).toEqual(['select invalid_length']);
    });

    test.each([
      ['nothing', {}, ['valueExpression required', 'aggFn required']],
      ['no function', { valueExpression: 'v' }, ['aggFn required']],
      ['count of an expression', { ...COUNT, valueExpression: 'v' }, ['valueExpression not_applicable']],
      ['a sum of nothing', { aggFn: 'sum' }, ['valueExpression required']],
      ['a quantile without a level', { aggFn: 'quantile', valueExpression: 'v' }, ['level required']],
      ['a level of an average', { aggFn: 'avg', valueExpression: 'v', level: 0.5 }, ['level not_applicable']],
      ['the scale of a heatmap', { ...COUNT, heatmapScaleType: 'log' }, ['heatmapScaleType not_applicable']],
    ])('a series with %s: 400', async (_name, series, locations) => {
      const config = { displayType: 'line', sourceId: TRACES, select: [COUNT, series] };
      expect(await rejections(withTile(config))).toEqual(locations.map((location) => `select/1/${location}`));
    });

    test.each([
      ['a column without an expression', {}, ['valueExpression required']],
      [
        'a column that is aggregated',
        { aggFn: 'any', valueExpression: 'v', alias: 'a', where: '', whereLanguage: 'sql' },
        ['aggFn not_applicable'],
      ],
      [
        'a column that has what series have',
        { valueExpression: 'v', alias: 'a', where: '', whereLanguage: 'sql' },
        ['alias', 'where', 'whereLanguage'].map((name) => `${name} not_applicable`),
      ],
    ])('a search with %s: 400', async (_name, column, locations) => {
      const config = { displayType: 'search', sourceId: TRACES, select: [column] };
      expect(await rejections(withTile(config))).toEqual(locations.map((location) => `select/0/${location}`));
    });

    test('of every type are taken, defaults filled in', async () => {
      const chart = { sourceId: TRACES, select: [{ ...COUNT, where: 'a:b' }] };
      const filled = { sourceId: TRACES, select: [{ ...COUNT, where: 'a:b', whereLanguage: 'lucene' }] };
      for (const displayType of ['line', 'stacked_bar', 'table'])
        expect(await returned({ displayType, ...chart })).toEqual({
          displayType,
          ...filled,
          asRatio: false,
          fillNulls: true,
        });
      for (const displayType of ['number', 'pie'])
        expect(await returned({ displayType, ...chart })).toEqual({ displayType, ...filled });
      const table = {
        displayType: 'table',
        ...filled,
        fillNulls: false,
        having: 'h',
        orderBy: 'o',
        select: [...filled.select, ...filled.select],
        asRatio: true,
      };
      expect(await returned(table)).toEqual(table);
      for (const displayType of ['pie', 'bar']) {
        const groups = { displayType, ...filled, groupBy: 'g', orderBy: 'o', limit: 100 };
        expect(await returned(groups)).toEqual(groups);
      }
      const heatmap = {
        displayType: 'heatmap',
        sourceId: TRACES,
        select: [{ valueExpression: 'Duration', heatmapScaleType: 'linear' }],
      };
      expect(await returned({ ...heatmap, where: 'a' })).toEqual({
        ...heatmap,
        where: 'a',
        whereLanguage: 'lucene',
      });
      const search = {
        displayType: 'search',
        sourceId: TRACES,
        select: [{ valueExpression: 'Body' }],
        where: 'a',
      };
      expect(await returned(search)).toEqual({ ...search, whereLanguage: 'lucene' });
      expect(await returned({ displayType: 'search', sourceId: TRACES })).toEqual({
        displayType: 'search',
        sourceId: TRACES,
      });
      expect(await returned({ displayType: 'markdown', markdown: '' })).toEqual({
        displayType: 'markdown',
        markdown: '',
      });
    });

    test('ids are kept or made, for filters too', async () => {
      const body = newBody(resource('dashboards'));
      delete body.tiles[1].id;
      delete body.tiles[2].id;
      body.filters.push({ ...body.filters[0], id: undefined });
      const { tiles, filters } = await create(surface, server, 'dashboards', body);
      expect(tiles[0].id).toBe(body.tiles[0].id);
      expect(filters[0].id).toBe(body.filters[0].id);
      const ids = [...tiles, ...filters].map(({ id }: { id: string }) => id);
      expect(new Set(ids).size).toBe(5);
      expect(ids.every((id) => /^[A-Za-z0-9_-]{1,64}$/.test(id))).toBe(true);
    });

    test('that are sent again without ids keep their ids and their alerts', async () => {
      const { id: _id, ...tile } = newBody(resource('dashboards')).tiles[0];
      const body = { name: 'Without ids', tiles: [tile, tile] };
      const made = await create(surface, server, 'dashboards', body);
      const path = `/dashboards/${made.id}`;
      const alert = { ...newBody(resource('alerts')), dashboardId: made.id, tileId: made.tiles[1].id };
      const { id: alertId } = await create(surface, server, 'alerts', alert);
      expect(surface.in(await send({ method: 'PUT', path, body }))).toEqual(made);
      const moved = { ...body, tiles: [{ ...tile, x: 1 }, tile, tile] };
      const ids = surface
        .in(await send({ method: 'PUT', path, body: moved }))
        .tiles.map(({ id }: { id: string }) => id);
      expect(ids.slice(1)).toEqual(made.tiles.map(({ id }: { id: string }) => id));
      expect((await send({ path: `/alerts/${alertId}` })).status).toBe(200);
    });

    test('ids are unique, those of filters as well', async () => {
      const { tiles, filters } = newBody(resource('dashboards'));
      const body = { name: 'Twice', tiles: [tiles[2], ...tiles], filters: [...filters, { ...filters[0] }] };
      expect(await rejections(body)).toEqual(['/tiles/3/id already_exists', '/filters/1/id already_exists']);
    });

    test('the tile of an alert keeps a type with a value', async () => {
      const dashboard = await create(surface, server, 'dashboards', newBody(resource('dashboards')));
      const [tile] = dashboard.tiles;
      const alert = await create(surface, server, 'alerts', {
        ...newBody(resource('alerts')),
        dashboardId: dashboard.id,
        tileId: tile.id,
      });
      const path = `/dashboards/${dashboard.id}`;
      const withConfig = (config: object) => ({ name: 'Changed', tiles: [{ ...tile, config }] });
      for (const displayType of ['table', 'pie', 'bar']) {
        const { sourceId } = tile.config;
        const body = withConfig({ displayType, sourceId, select: [COUNT] });
        const rejected = await send({ method: 'PUT', path, body });
        expectProblem(rejected, 409, 'resource_in_use');
        expect(entriesOf(rejected)).toEqual([
          { pointer: '/tiles/0/config/displayType', code: 'not_applicable' },
        ]);
      }
      expect(surface.in(await send({ path }))).toEqual(dashboard);
      const stacked = withConfig({ ...tile.config, displayType: 'stacked_bar' });
      expect((await send({ method: 'PUT', path, body: stacked })).status).toBe(200);
      expect(surface.in(await send({ path: `/alerts/${alert.id}` }))).toEqual(alert);
      expect((await send({ method: 'DELETE', path: `/alerts/${alert.id}` })).status).toBe(200);
      const text = withConfig({ displayType: 'markdown', markdown: '' });
      expect((await send({ method: 'PUT', path, body: text })).status).toBe(200);
    });
  });

  test.each([
    ['trace', ['severityTextExpression', 'bodyExpression']],
    [
      'log',
      [
        'parentSpanIdExpression',
        'spanNameExpression',
        'durationExpression',
        'statusCodeExpression',
        'durationPrecision',
      ],
    ],
    ['metric', ['defaultTableSelectExpression', 'bodyExpression', 'durationExpression', 'traceSourceId']],
    ['session', ['defaultTableSelectExpression', 'severityTextExpression', 'statusCodeExpression']],
  ])('a %s source rejects the expressions of others and takes its own', async (kind, strange) => {
    const own = { metric: { metricTables: { gauge: 'g' } }, session: { traceSourceId: TRACES } }[kind];
    const from = { databaseName: 'd', tableName: kind === 'metric' ? '' : 't' };
    const least = { name: kind, kind, connection: 'default', from, timestampValueExpression: 't', ...own };
    const shared = {
      serviceNameExpression: 's',
      traceIdExpression: 't',
      spanIdExpression: 's',
      resourceAttributesExpression: 'r',
    };
    const others = Object.fromEntries(strange.map((name) => [name, name === 'durationPrecision' ? 9 : 'e']));
    const rejected = await send({ path: '/sources', body: { ...least, ...shared, ...others } });
    expectProblem(rejected, 400, 'validation_failed');
    expect(entriesOf(rejected)).toEqual(
      strange.map((name) => ({ pointer: `/${name}`, code: 'not_applicable' })),
    );
    expect(await create(surface, server, 'sources', { ...least, ...shared })).toMatchObject(shared);
  });

  test('a replacement keeps the state of an alert', async () => {
    const { id } = await create(surface, server, 'alerts', newBody(resource('alerts')));
    const lastEvaluation = { evaluatedAt: '2026-05-04T09:30:00.000Z', value: 7 };
    evaluated(id, 'firing', lastEvaluation);
    const read = surface.in(await send({ path: `/alerts/${id}` }));
    expect(read).toMatchObject({ state: 'firing', lastEvaluation });
    const body = newBody(resource('alerts'));
    const replaced = surface.in(await send({ method: 'PUT', path: `/alerts/${id}`, body }));
    expect(replaced).toMatchObject({ state: 'firing', lastEvaluation });
    const same = await send({ method: 'PUT', path: `/alerts/${id}`, body: replaced });
    expect(surface.in(same)).toEqual(replaced);
  });

  test('alerts are filtered by state and dashboard, page by page', async () => {
    const dashboard = await create(surface, server, 'dashboards', newBody(resource('dashboards')));
    const ids: string[] = [];
    for (let count = 0; count < 4; count += 1) {
      const body = { ...newBody(resource('alerts')), dashboardId: dashboard.id };
      ids.push((await create(surface, server, 'alerts', body)).id);
      await create(surface, server, 'alerts', newBody(resource('alerts')));
    }
    const listed = async (query: string) => {
      const response = await send({ path: `/alerts?${query}` });
      return {
        ids: surface.in(response).map(({ id }: { id: string }) => id),
        next: surface.nextCursor(response),
      };
    };
    const first = await listed(`dashboardId=${dashboard.id}&limit=3`);
    expect(first.ids).toEqual(ids.slice(0, 3));
    const second = await listed(`dashboardId=${dashboard.id}&limit=3&cursor=${first.next}`);
    expect(second).toEqual({ ids: ids.slice(3), next: null });
    expect((await listed(`dashboardId=${dashboard.id}&state=firing`)).ids).toEqual([]);
    evaluated(ids[2] ?? '', 'firing');
    expect((await listed(`dashboardId=${dashboard.id}&state=firing`)).ids).toEqual([ids[2]]);
    expect((await listed('dashboardId=nowhere')).ids).toEqual([]);
    expect((await listed('state=unheard-of')).ids).toEqual([]);
    const foreign = await send({ path: `/alerts?state=firing&limit=3&cursor=${first.next}` });
    expectProblem(foreign, 400, 'invalid_cursor');
  });
});

/** Leaves an alert as an evaluation does; this server has no engine. */
function evaluated(
  id: string,
  state: string,
  { evaluatedAt, value }: { evaluatedAt: string; value?: number } = {
    evaluatedAt: '2026-05-04T09:30:00.000Z',
  },
) {
  const database = new DatabaseSync(`${server.dataFolder}/penstock.db`);
  database.prepare('update alerts set state = ? where id = ?').run(state, id);
  database
    .prepare('update alert_work set evaluated_at = ?, value = ? where alert_id = ?')
    .run(evaluatedAt, value ?? null, id);
  database.close();
}
