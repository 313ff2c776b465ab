import { type EnginePort, engineFolderAt, remoteEngine } from '@penstock/engine';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestServer, type TestServer } from '../../../src/api/testing/test-server.ts';
import { runCommand } from '../../support/command.ts';
import { ENGINE_INSTALLED, withEngine } from '../../support/engine.ts';
import { SURFACES } from '../../support/stack-surface.ts';
import { temporaryFolder } from '../../support/test-server.ts';

const RANGE = { startTime: '2026-05-04T20:00:00.000Z', endTime: '2026-05-04T21:00:00.000Z' };
const HOUR = ['--since', RANGE.startTime, '--until', RANGE.endTime];

describe.runIf(ENGINE_INSTALLED)('penstock sample-data', () => {
  let server: TestServer;
  let engine: EnginePort;
  let environment: Readonly<Record<string, string>>;

  beforeAll(async () => {
    server = await openTestServer({ environment: withEngine() });
    environment = { PENSTOCK_DATA: server.dataFolder };
    engine = remoteEngine({ url: 'http://engine', socketPath: engineFolderAt(server.dataFolder).socket });
  });
  afterAll(async () => {
    await engine?.close();
    await server?.stop();
  });

  const sampleData = (...args: string[]) => runCommand(['sample-data', ...args], environment);
  const counted = async (table: string) => {
    const { rows } = await engine
      .query({ sql: `SELECT count() AS count FROM default.${table}` })
      .then((result) => ({ rows: result.rows<{ count: number | string }>() }));
    return Number(rows[0]?.count);
  };

  test.each(SURFACES)('the sample sources of $name are ready after the first start', async (surface) => {
    const listed = surface.in(await surface.send(server, { path: '/sources' }));
    expect(listed.length).toBe(4);
    for (const { id } of listed) {
      const source = surface.in(await surface.send(server, { path: `/sources/${id}` }));
      expect([source.name, source.status]).toEqual([source.name, { ready: true }]);
    }
  });

  describe('an hour of it', () => {
    beforeAll(async () => {
      const { code, stdout } = await sampleData(...HOUR, '--json');
      expect([code, JSON.parse(stdout)]).toEqual([
        0,
        { ...RANGE, rows: expect.objectContaining({ otel_traces: expect.any(Number) }), existingSeconds: 0 },
      ]);
      for (const [table, rows] of Object.entries(JSON.parse(stdout).rows)) {
        expect(rows).toBeGreaterThan(100);
        expect(await counted(table)).toBe(rows);
      }
    });

    test.each(SURFACES)('gives data to each tile of the sample dashboards of $name', async (surface) => {
      const dashboards = surface.in(await surface.send(server, { path: '/dashboards' }));
      const tiles = dashboards.flatMap(({ id, tiles: own }: { id: string; tiles: { id: string }[] }) =>
        own.map((tile) => `/dashboards/${id}/tiles/${tile.id}/query`),
      );
      expect(tiles.length).toBeGreaterThan(2);
      for (const path of tiles) {
        const response = await surface.send(server, { path, body: { ...RANGE, granularity: '5m' } });
        const { displayType, series, rows } = surface.in(response);
        if (displayType === 'markdown') continue;
        expect([path, (series ?? rows).length > 0]).toEqual([path, true]);
        if (series === undefined) continue;
        const checkout = series.find(({ groupKey }: { groupKey: string }) => groupKey === 'checkout');
        const values = checkout.points.map(({ value }: { value: number }) => value);
        expect([Math.min(...values), Math.max(...values) > 0.4]).toEqual([0, true]);
      }
    });

    test.each(SURFACES)(
      'gives rows to the saved searches of $name, and points to its metrics',
      async (surface) => {
        const [search] = surface.in(await surface.send(server, { path: '/saved-searches' }));
        const { sourceId, select, where, whereLanguage, orderBy } = search;
        const body = { sourceId, select, where, whereLanguage, orderBy, ...RANGE };
        const found = surface.in(await surface.send(server, { path: '/search', body }));
        expect(found.rows.length).toBeGreaterThan(10);
        const [metrics] = surface.in(await surface.send(server, { path: '/sources?kind=metric' }));
        const chosen = [
          { aggFn: 'sum', valueExpression: 'Value', metricName: 'shop.orders', metricType: 'sum' },
          { aggFn: 'avg', valueExpression: 'Value', metricName: 'process.memory.usage', metricType: 'gauge' },
          {
            ...{ aggFn: 'quantile', level: 0.95, valueExpression: 'Value' },
            ...{ metricName: 'http.server.request.duration', metricType: 'histogram' },
          },
        ];
        for (const one of chosen) {
          const response = await surface.send(server, {
            path: '/charts/series',
            body: { sourceId: metrics.id, series: [one], granularity: '5m', ...RANGE },
          });
          expect(response.status).toBe(200);
          const { points } = surface.in(response).series[0];
          expect(points.some(({ value }: { value: number }) => value > 0)).toBe(true);
        }
      },
    );

    test('is not written again, and a longer range only adds what is missing', async () => {
      const before = await counted('otel_traces');
      const again = await sampleData(...HOUR, '--seed', '2');
      expect(again.stdout).toContain('3,600 seconds of it already had sample data, and were left out.');
      expect(await counted('otel_traces')).toBe(before);
      const longer = await sampleData('--since', '2026-05-04T19:59:00Z', ...HOUR.slice(2), '--json');
      const { rows, existingSeconds } = JSON.parse(longer.stdout);
      expect(existingSeconds).toBe(3_600);
      expect(await counted('otel_traces')).toBe(before + rows.otel_traces);
    });
  });

  test('--follow writes until it is stopped', async () => {
    const since = new Date(Date.now() - 60_000).toISOString();
    const stopped = sampleData('--since', since, '--follow');
    await expect.poll(async () => counted('otel_sessions')).toBeGreaterThan(0);
    process.emit('SIGINT');
    expect((await stopped).code).toBe(0);
  });

  test('a table with another layout is reported before anything is written', async () => {
    await engine.command({
      sql: 'CREATE OR REPLACE TABLE default.otel_sessions (Timestamp DateTime) ENGINE = Memory',
    });
    const before = await counted('otel_logs');
    const { code, stderr } = await sampleData(
      '--since',
      '2026-05-03T20:00:00Z',
      '--until',
      '2026-05-03T20:01:00Z',
    );
    expect([code, stderr]).toEqual([1, expect.stringContaining('default.otel_sessions has no column')]);
    expect(await counted('otel_logs')).toBe(before);
  });

  test.each([
    [['--since', RANGE.endTime, '--until', RANGE.startTime], '--since must be before --until'],
    [['--since', '30d'], 'longer than 7 days'],
    [['--follow', '--until', RANGE.endTime], 'Remove --until or --follow'],
  ])('%j is rejected', async (args, message) => {
    const { code, stderr } = await sampleData(...args);
    expect([code, stderr]).toEqual([1, expect.stringContaining(message)]);
  });
});

test('without an engine, sample-data prints what to do', async () => {
  const { code, stderr } = await runCommand(['sample-data'], { PENSTOCK_DATA: temporaryFolder() });
  expect([code, stderr]).toEqual([1, expect.stringContaining('Start a server with the embedded engine')]);
  const simulated = await runCommand(['sample-data'], { PENSTOCK_ENGINE: 'simulated' });
  expect(simulated.stderr).toContain('PENSTOCK_ENGINE is simulated');
});
