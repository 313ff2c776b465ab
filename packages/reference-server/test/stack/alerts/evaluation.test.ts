import { DatabaseSync } from 'node:sqlite';
import { type EnginePort, engineFolderAt, remoteEngine } from '@penstock/engine';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestServer, type TestServer } from '../../../src/api/testing/test-server.ts';
import { ENGINE_INSTALLED, withEngine } from '../../support/engine.ts';
import { requestExample } from '../../support/examples.ts';
import {
  create,
  entriesOf,
  expectProblem,
  newBody,
  resource,
  SURFACES,
} from '../../support/stack-surface.ts';

const START = '2026-05-04T09:00:00.000Z';
const HOUR = 3_600_000;
const at = (minutes: number) => new Date(Date.parse(START) + minutes * 60_000).toISOString();
const RANGE = { startTime: START, endTime: at(30) };

describe.runIf(ENGINE_INSTALLED)('evaluations of alerts', () => {
  let server: TestServer;
  let engine: EnginePort;

  beforeAll(async () => {
    server = await openTestServer({ environment: withEngine() });
    engine = remoteEngine({ url: 'http://engine', socketPath: engineFolderAt(server.dataFolder).socket });
    for (const table of ['otel_logs', 'otel_traces'])
      await engine.command({
        sql: `CREATE OR REPLACE TABLE default.${table} (Timestamp DateTime64(9), ServiceName String, SeverityText String, Body String,
          SpanName String, Duration UInt64, StatusCode String) ENGINE = MergeTree ORDER BY Timestamp`,
      });
    const row = (minutes: number, ServiceName: string) => ({
      ...{ Timestamp: at(minutes), ServiceName, SeverityText: 'error', StatusCode: 'Error', Body: 'text' },
    });
    const rows = [row(6, 'cart'), row(7, 'cart'), row(11, 'checkout'), row(12, 'cart'), row(13, 'cart')];
    const bytes = Buffer.from(rows.map((one) => JSON.stringify(one)).join('\n'));
    await engine.insert({
      ...{ table: { database: 'default', table: 'otel_logs' }, bytes, format: 'JSONEachRow' },
    });
  });
  afterAll(async () => {
    await engine?.close();
    await server?.stop();
  });

  describe.each(SURFACES)('$name', (surface) => {
    const send: TestServer['call'] = (call) => surface.send(server, call);
    const onSearch = async (search: object = {}) => {
      const source = await create(surface, server, 'sources', newBody(resource('sources')));
      const body = { name: 'Errors', sourceId: source.id, where: 'SeverityText:error', ...search };
      const { id } = await create(surface, server, 'saved-searches', body);
      return {
        ...{ source: 'search', savedSearchId: id, interval: '5m', threshold: 2, thresholdType: 'above' },
      };
    };
    const preview = (body: object) => send({ path: '/alerts/preview', body: { ...RANGE, ...body } });
    const history = async (id: string, query = '') => {
      const response = await send({ path: `/alerts/${id}/history${query}` });
      return { response, entries: surface.in(response) };
    };

    test('a preview has each window, the periods, and the number of notifications', async () => {
      const response = await preview(await onSearch());
      expect(response.status).toBe(200);
      const { windows, ...rest } = surface.in(response);
      expect(rest).toEqual({
        ...RANGE,
        ...{ fired: true, notificationCount: 2 },
        firings: [{ startTime: at(10), endTime: at(20) }],
      });
      expect(windows).toHaveLength(6);
      expect(windows.slice(0, 4)).toEqual([
        { windowStart: at(0), windowEnd: at(5), state: 'inactive', value: 0, empty: true },
        {
          ...{ windowStart: at(5), windowEnd: at(10), state: 'firing', value: 2, empty: false },
          notification: 'alert.firing',
        },
        { windowStart: at(10), windowEnd: at(15), state: 'firing', value: 3, empty: false },
        {
          ...{ windowStart: at(15), windowEnd: at(20), state: 'inactive', value: 0, empty: true },
          notification: 'alert.resolved',
        },
      ]);
    });

    test('a preview by group, with windows in a row and reminders', async () => {
      const alert = await onSearch();
      const grouped = { ...alert, groupBy: 'ServiceName', consecutiveWindows: 2, reminderInterval: '5m' };
      const { firings, windows, notificationCount } = surface.in(await preview(grouped));
      const group = { groupKey: 'cart', group: { ServiceName: 'cart' } };
      expect(firings).toEqual([{ ...group, startTime: at(15), endTime: at(20) }]);
      expect(notificationCount).toBe(2);
      const states = windows.map(({ groupKey, state }: { groupKey?: string; state: string }) => [
        groupKey,
        state,
      ]);
      expect(states).toEqual([
        [undefined, 'inactive'],
        ['cart', 'pending'],
        ['cart', 'firing'],
        ['checkout', 'inactive'],
        ['cart', 'inactive'],
        [undefined, 'inactive'],
        [undefined, 'inactive'],
      ]);
      expect(surface.in(await preview({ ...grouped, silenced: true })).notificationCount).toBe(0);
    });

    test('the examples of a preview respond', async () => {
      for (const example of ['tile', 'search']) {
        const body = requestExample('previewAlert', example);
        expect([example, (await send({ path: '/alerts/preview', body })).status]).toEqual([example, 200]);
      }
    });

    test('a preview that cannot be computed', async () => {
      const alert = await onSearch();
      const long = await preview({ ...alert, startTime: at(-31 * 24 * 60), endTime: at(1) });
      expectProblem(long, 400, 'validation_failed');
      expect(entriesOf(long)).toEqual([{ pointer: '/startTime', code: 'out_of_range' }]);
      const fine = await preview({ ...alert, interval: '1m', startTime: at(-2_001) });
      expect(entriesOf(fine)).toEqual([{ pointer: '/startTime', code: 'out_of_range' }]);
      expectProblem(await preview({ ...alert, savedSearchId: 'nowhere' }), 400, 'reference_not_found');
      const wrong = await onSearch({ where: 'Missing = 1', whereLanguage: 'sql' });
      const invalid = await preview(wrong);
      expectProblem(invalid, 400, 'query_invalid');
      expect(invalid.body.detail).toContain('Fix the saved search or groupBy.');
      const other = await create(surface, server, 'sources', {
        ...newBody(resource('sources')),
        from: { databaseName: 'default', tableName: 'not_yet' },
      });
      expectProblem(await preview(await onSearch({ sourceId: other.id })), 409, 'source_not_ready');
    });

    test('a new alert is evaluated, and has a history', async () => {
      const channel = { type: 'webhook', webhookId: (await webhookOf(surface, server)).id };
      const alert = { ...(await onSearch()), threshold: 0, channel };
      const { id } = await create(surface, server, 'alerts', alert);
      await expect
        .poll(async () => surface.in(await send({ path: `/alerts/${id}` })).state, { interval: 50 })
        .toBe('firing');
      const read = surface.in(await send({ path: `/alerts/${id}` }));
      expect(read.lastEvaluation).toEqual({ evaluatedAt: expect.any(String), value: 0 });
      const { entries } = await history(id);
      expect(entries[0]).toMatchObject({ state: 'firing', value: 0, empty: true, notified: true });
      // A GET can be sent back, also after the next evaluation.
      const older = { ...read, lastEvaluation: { evaluatedAt: START, value: 1 } };
      expect((await send({ method: 'PUT', path: `/alerts/${id}`, body: older })).status).toBe(200);
      expectProblem(await send({ path: '/alerts/nowhere/history' }), 404, 'resource_not_found');
    });

    test('a history is read page by page, and narrowed', async () => {
      const { id } = await create(surface, server, 'alerts', newBody(resource('alerts')));
      addHistory(server, id);
      const starts = (entries: readonly { windowStart: string }[]) =>
        entries.map(({ windowStart }) => (Date.parse(windowStart) - Date.parse(START)) / HOUR);
      const pages: number[][] = [];
      let cursor: string | null | undefined;
      while (cursor !== null) {
        const found = await history(
          id,
          `?until=${at(600)}&limit=4${cursor === undefined ? '' : `&cursor=${cursor}`}`,
        );
        pages.push(starts(found.entries));
        cursor = surface.nextCursor(found.response);
      }
      expect(pages).toEqual([
        [9, 8, 7, 6],
        [5, 4, 3, 2],
        [1, 0],
      ]);
      const narrowed = async (query: string) => starts((await history(id, query)).entries);
      expect(await narrowed(`?since=${at(60)}&until=${at(180)}`)).toEqual([2, 1]);
      expect(await narrowed(`?until=${at(600)}&state=firing`)).toEqual([8, 6, 4, 2, 0]);
      expect(await narrowed('?groupKey=group%203')).toEqual([3]);
      const first = await history(id, '?limit=4');
      const foreign = await history(id, `?limit=4&state=firing&cursor=${surface.nextCursor(first.response)}`);
      expectProblem(foreign.response, 400, 'invalid_cursor');
    });
  });
});

async function webhookOf(surface: (typeof SURFACES)[number], server: TestServer) {
  return create(surface, server, 'webhooks', newBody(resource('webhooks')));
}

/** Ten windows of one hour, each with a group of its own. */
function addHistory(server: TestServer, id: string): void {
  const database = new DatabaseSync(`${server.dataFolder}/penstock.db`);
  const insert = database.prepare(
    `insert into alert_history (id, tenant_id, alert_id, window_start, window_end, evaluated_at, group_key, group_columns, state,
      value, empty, notified)
      select ?, tenant_id, id, ?, ?, ?, ?, ?, ?, 1, 0, 0 from alerts where id = ?`,
  );
  for (let hour = 0; hour < 10; hour += 1) {
    const start = Date.parse(START) + hour * HOUR;
    const group = `group ${hour}`;
    const state = hour % 2 === 0 ? 'firing' : 'inactive';
    insert.run(
      `${id}-${hour}`,
      start,
      start + HOUR,
      START,
      group,
      JSON.stringify({ name: group }),
      state,
      id,
    );
  }
  database.close();
}
