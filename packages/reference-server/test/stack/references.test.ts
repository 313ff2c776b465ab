import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestServer, type TestServer } from '../../src/api/testing/test-server.ts';
import { requestExample } from '../support/examples.ts';
import { create, entriesOf, expectProblem, newBody, resource, SURFACES } from '../support/stack-surface.ts';

// Each test makes resources of its own on a server that all share.
let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.stop());

const [DASHBOARD, ALERT, SOURCE, WEBHOOK, SEARCH] = [
  resource('dashboards'),
  resource('alerts'),
  resource('sources'),
  resource('webhooks'),
  resource('saved-searches'),
] as const;

describe.each(SURFACES)('$name', (surface) => {
  const send: TestServer['call'] = (call) => surface.send(server, call);
  const make = (collection: string, body: unknown) => create(surface, server, collection, body);
  const remove = (path: string) => send({ method: 'DELETE', path });
  const there = async (path: string) => (await send({ path })).status === 200;
  const tileAlert = (dashboardId: string, tileId: string) =>
    make('alerts', { ...newBody(ALERT), dashboardId, tileId });
  const searchAlert = (savedSearchId: string, webhookId?: string) => {
    const { dashboardId, tileId, channel, ...body } = newBody(ALERT);
    const called = { ...channel, ...(webhookId === undefined ? {} : { webhookId }) };
    return make('alerts', { ...body, source: 'search', savedSearchId, channel: called });
  };

  describe('resources that a body refers to must exist in the tenant', () => {
    const nowhere = (pointer: string) => ({ pointer, code: 'reference_not_found' });
    const dashboard = () => {
      const body = newBody(DASHBOARD);
      body.tiles[0].config.sourceId = 'nowhere';
      body.tiles[1].config.sourceId = 'nowhere-either';
      body.filters[0].sourceId = 'nowhere';
      return body;
    };
    const alert = () => ({
      ...newBody(ALERT),
      dashboardId: 'nowhere',
      channel: { type: 'webhook', webhookId: 'nowhere' },
    });
    test.each([
      {
        ...DASHBOARD,
        body: dashboard,
        locations: ['/tiles/0/config/sourceId', '/tiles/1/config/sourceId', '/filters/0/sourceId'],
      },
      { ...ALERT, body: alert, locations: ['/dashboardId', '/channel/webhookId'] },
      { ...SEARCH, body: () => ({ ...newBody(SEARCH), sourceId: 'nowhere' }), locations: ['/sourceId'] },
    ])('$collection, on create and on update', async ({ collection, body, locations, ...rest }) => {
      const created = await send({ path: `/${collection}`, body: body() });
      expectProblem(created, 400, 'reference_not_found');
      expect(entriesOf(created)).toEqual(locations.map(nowhere));
      const { id } = await make(collection, newBody(rest));
      const replaced = await send({ method: 'PUT', path: `/${collection}/${id}`, body: body() });
      expectProblem(replaced, 400, 'reference_not_found');
      expect(entriesOf(replaced)).toEqual(locations.map(nowhere));
      expect((await send({ path: `/${collection}/${id}` })).headers.get('etag')).toBe('"1"');
    });

    test('the source of another tenant is none', async () => {
      const [other] = SURFACES.filter((candidate) => candidate !== surface);
      if (other === undefined) throw new Error('There is one surface only.');
      const { id } = await create(other, server, 'sources', newBody(SOURCE));
      const response = await send({ path: '/saved-searches', body: { ...newBody(SEARCH), sourceId: id } });
      expect(entriesOf(response)).toEqual([nowhere('/sourceId')]);
    });
  });

  describe('alerts on the tiles of a dashboard are deleted with them', () => {
    test('a replacement those of the tiles that it drops, and keeps the others', async () => {
      const dashboard = await make('dashboards', newBody(DASHBOARD));
      const other = await make('dashboards', newBody(DASHBOARD));
      const [kept, dropped] = dashboard.tiles;
      const onKept = await tileAlert(dashboard.id, kept.id);
      const onDropped = await tileAlert(dashboard.id, dropped.id);
      const onOther = await tileAlert(other.id, dropped.id);
      const body = { ...dashboard, tiles: [{ ...kept, name: 'Renamed' }] };
      expect((await send({ method: 'PUT', path: `/dashboards/${dashboard.id}`, body })).status).toBe(200);
      expect(await there(`/alerts/${onKept.id}`)).toBe(true);
      expect(await there(`/alerts/${onDropped.id}`)).toBe(false);
      expect(await there(`/alerts/${onOther.id}`)).toBe(true);
    });

    test('a replacement that is rejected drops nothing', async () => {
      const dashboard = await make('dashboards', newBody(DASHBOARD));
      const alert = await tileAlert(dashboard.id, dashboard.tiles[0].id);
      const path = `/dashboards/${dashboard.id}`;
      const filters = [{ name: 'f', sourceId: 'nowhere', expression: 'e' }];
      const body = { name: 'Bare', tiles: [], filters };
      expectProblem(await send({ method: 'PUT', path, body }), 400, 'reference_not_found');
      expect(await there(`/alerts/${alert.id}`)).toBe(true);
    });

    test('a deletion all of them, and those on other dashboards stay', async () => {
      const dashboard = await make('dashboards', newBody(DASHBOARD));
      const other = await make('dashboards', newBody(DASHBOARD));
      const alerts = [
        await tileAlert(dashboard.id, dashboard.tiles[0].id),
        await tileAlert(dashboard.id, dashboard.tiles[1].id),
      ];
      const onOther = await tileAlert(other.id, other.tiles[0].id);
      expect((await remove(`/dashboards/${dashboard.id}`)).status).toBe(200);
      for (const { id } of alerts) expect(await there(`/alerts/${id}`)).toBe(false);
      expect(await there(`/alerts/${onOther.id}`)).toBe(true);
    });
  });

  test('deleting a saved search deletes the alerts on it', async () => {
    const [search, other] = [
      await make('saved-searches', newBody(SEARCH)),
      await make('saved-searches', newBody(SEARCH)),
    ];
    const [alert, onOther] = [await searchAlert(search.id), await searchAlert(other.id)];
    expect((await remove(`/saved-searches/${search.id}`)).status).toBe(200);
    expect(await there(`/alerts/${alert.id}`)).toBe(false);
    expect(await there(`/alerts/${onOther.id}`)).toBe(true);
  });

  test('an alert has no reference of the other source', async () => {
    const search = await create(surface, server, 'saved-searches', newBody(resource('saved-searches')));
    const body = { ...newBody(resource('alerts')), savedSearchId: search.id };
    const rejected = await send({ path: '/alerts', body });
    expectProblem(rejected, 400, 'validation_failed');
    expect(entriesOf(rejected)).toEqual([{ pointer: '/savedSearchId', code: 'not_applicable' }]);
  });

  test('a source cannot be deleted while tiles, filters or saved searches use it; the problem counts them', async () => {
    const source = await make('sources', newBody(SOURCE));
    const body = newBody(DASHBOARD);
    for (const tile of body.tiles.slice(0, 2)) tile.config.sourceId = source.id;
    body.filters[0].sourceId = source.id;
    const dashboard = await make('dashboards', body);
    const search = await make('saved-searches', { ...newBody(SEARCH), sourceId: source.id });
    const rejected = await remove(`/sources/${source.id}`);
    expectProblem(rejected, 409, 'resource_in_use');
    expect(rejected.body.detail).toContain('2 tiles, 1 filter, and 1 saved search');
    expect(await there(`/sources/${source.id}`)).toBe(true);

    await remove(`/dashboards/${dashboard.id}`);
    expect((await remove(`/sources/${source.id}`)).body.detail).toContain('in use by 1 saved search.');
    await remove(`/saved-searches/${search.id}`);
    expect((await remove(`/sources/${source.id}`)).status).toBe(200);
  });

  test('the traces of sessions are another source, of traces, which keeps its kind while they use it', async () => {
    const traces = await make('sources', requestExample('createSource', 'trace'));
    const body = { ...requestExample('createSource', 'session'), traceSourceId: traces.id };
    const sessions = await make('sources', body);
    const path = `/sources/${sessions.id}`;
    const logs = await make('sources', newBody(SOURCE));
    for (const traceSourceId of [logs.id, sessions.id]) {
      const rejected = await send({ method: 'PUT', path, body: { ...body, traceSourceId } });
      expectProblem(rejected, 400, 'validation_failed');
      expect(entriesOf(rejected)).toEqual([{ pointer: '/traceSourceId', code: 'not_applicable' }]);
    }
    const other = { ...newBody(SOURCE), name: 'Not traces' };
    const kept = await send({ method: 'PUT', path: `/sources/${traces.id}`, body: other });
    expectProblem(kept, 409, 'resource_in_use');
    expect(entriesOf(kept)).toEqual([{ pointer: '/kind', code: 'not_applicable' }]);
    const rejected = await remove(`/sources/${traces.id}`);
    expectProblem(rejected, 409, 'resource_in_use');
    expect(rejected.body.detail).toContain('in use by 1 source.');
    const renamed = { ...traces, name: 'Renamed' };
    expect((await send({ method: 'PUT', path: `/sources/${traces.id}`, body: renamed })).status).toBe(200);
    await remove(path);
    const changed = await send({ method: 'PUT', path: `/sources/${traces.id}`, body: other });
    expect(surface.in(changed)).toMatchObject({ kind: 'log', name: 'Not traces' });
  });

  test('a source of traces cannot become sessions that refer to itself', async () => {
    const traces = await make('sources', requestExample('createSource', 'trace'));
    const body = { ...requestExample('createSource', 'session'), traceSourceId: traces.id };
    const rejected = await send({ method: 'PUT', path: `/sources/${traces.id}`, body });
    expect(entriesOf(rejected)).toEqual([{ pointer: '/traceSourceId', code: 'not_applicable' }]);
  });

  test('a webhook cannot be deleted while alerts use it; the problem counts them', async () => {
    const webhook = await make('webhooks', newBody(WEBHOOK));
    const search = await make('saved-searches', newBody(SEARCH));
    await searchAlert(search.id, webhook.id);
    await searchAlert(search.id, webhook.id);
    const rejected = await remove(`/webhooks/${webhook.id}`);
    expectProblem(rejected, 409, 'resource_in_use');
    expect(rejected.body.detail).toContain('2 alerts');
    await remove(`/saved-searches/${search.id}`);
    expect((await remove(`/webhooks/${webhook.id}`)).status).toBe(200);
  });
});
