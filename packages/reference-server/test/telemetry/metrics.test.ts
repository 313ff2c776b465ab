import { operations } from '@penstock/contract';
import pino from 'pino';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { readConfiguration } from '../../src/api/configuration.ts';
import { openTestServer, type TestServer } from '../../src/api/testing/test-server.ts';
import { openStorage } from '../../src/storage/storage.ts';
import { DEFAULT_PACE } from '../../src/worker/pace.ts';
import { pipeLedger } from '../../src/worker/pipe-ledger.ts';
import { pipeStatistics } from '../../src/worker/pipe-statistics.ts';
import { requestExample } from '../support/examples.ts';
import { movingRuntime } from '../support/moving-runtime.ts';
import { createPipe } from '../support/pipe-calls.ts';
import { scriptedRuntime } from '../support/scripted-runtime.ts';
import { startServer, temporaryFolder } from '../support/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.stop());

test('counts and times requests by operation and status', async () => {
  await server.v2({ path: '/alerts' });
  await server.v2({ path: '/alerts' });
  await server.v2({ path: '/alerts', headers: { authorization: 'Bearer unknown' } });
  await server.call({ path: '/v1/nowhere' });
  await server.call({ path: '/docs/nowhere' });
  const metrics = await readMetrics(server);
  const requests = 'penstock_http_requests_total';
  expect(metrics.get(`${requests}{operation="listAlerts",status="200"}`)).toBe(2);
  expect(metrics.get(`${requests}{operation="listAlerts",status="401"}`)).toBe(1);
  expect(metrics.get(`${requests}{operation="none",status="404"}`)).toBeGreaterThanOrEqual(1);
  const durations = 'penstock_http_request_duration_seconds';
  expect(metrics.get(`${durations}_count{operation="listAlerts"}`)).toBe(3);
  expect(metrics.get(`${durations}_bucket{le="+Inf",operation="listAlerts"}`)).toBe(3);
  expect(metrics.get('nodejs_eventloop_lag_seconds')).toBeGreaterThanOrEqual(0);
});

test('counts every request, however many come between two readings', async () => {
  const series = 'penstock_http_requests_total{operation="listPipes",status="200"}';
  const counted = async () => (await readMetrics(server)).get(series) ?? 0;
  for (const requests of [150, 1]) {
    const before = await counted();
    for (let sent = 0; sent < requests; sent += 1) await server.v1({ path: '/pipes' });
    expect(await counted()).toBe(before + requests);
  }
});

test('pipes by state, and how the reconciler does', async () => {
  const runtime = scriptedRuntime();
  const server = await startServer({ replacements: { runtime } });
  await server.v1({ path: '/pipes', body: requestExample('createPipe', 'postgres') });
  const waiting = await readMetrics(server);
  expect(waiting.get('penstock_pipes{state="Provisioning"}')).toBe(1);
  expect(waiting.get('penstock_reconciler_lag_seconds')).toBeGreaterThanOrEqual(0);
  const steps = (outcome: string) => `penstock_reconciler_step_duration_seconds_count{outcome="${outcome}"}`;
  expect(['reached', 'failed', 'abandoned'].map((outcome) => waiting.get(steps(outcome)))).toEqual([0, 0, 0]);
  runtime.finish(new Error('connection failed'));
  await expect.poll(async () => (await readMetrics(server)).get(steps('failed'))).toBe(1);
});

test('what a pipe moved and how far it is behind, until it is deleted', async () => {
  const environment = { PENSTOCK_DATA: temporaryFolder() };
  const { db, close } = await openStorage(readConfiguration(environment), pino({ level: 'silent' }));
  onTestFinished(close);
  const runtime = movingRuntime();
  const pace = { ...DEFAULT_PACE, pollMs: 10 };
  const server = await startServer({ environment, replacements: { runtime, pace } });
  const { id, serviceId } = await createPipe(server, 'kafka');
  await expect.poll(() => runtime.movements).toHaveLength(1);
  const { pipe } = runtime.movements[0] ?? {};
  if (pipe === undefined) throw new Error('The pipe does not move.');
  const ledger = pipeLedger(db);
  await ledger.begin(pipe, 'range');
  const moved = { rows: 5, bytes: 70, batches: 1, errors: 2 };
  const rowsByPart = Object.fromEntries(Array.from({ length: 150 }, (_, part) => [`orders/${part}`, part]));
  await ledger.finish(pipe, { position: 'end', moved, lag: { seconds: 1.5, rowsByPart } });
  const labels = `pipe="${id}",service="${serviceId}"`;
  const metrics = await readMetrics(server);
  const totals = Object.keys(moved).map((name) => metrics.get(`penstock_pipe_${name}_total{${labels}}`));
  expect(totals).toEqual(Object.values(moved));
  expect(metrics.get(`penstock_pipe_lag_seconds{${labels}}`)).toBe(1.5);
  expect(metrics.get(`penstock_pipe_lag_rows{${labels},part="orders/149"}`)).toBe(149);
  expect([...metrics.keys()].filter((name) => name.startsWith('penstock_pipe_lag_rows'))).toHaveLength(100);
  expect(metrics.get('penstock_pipe_series_complete')).toBe(1);
  // A running pipe waits for nothing.
  expect(metrics.get('penstock_reconciler_lag_seconds')).toBe(0);

  await server.v1({ method: 'DELETE', path: `/pipes/${id}` });
  await expect.poll(() => db.selectFrom('pipe_progress').selectAll().execute()).toEqual([]);
  const { byPipe } = await pipeStatistics(db);
  expect(byPipe).toEqual([]);
});

test('no label contains a value of a caller', async () => {
  const pipe = requestExample('createPipe', 'postgres') as { name: string };
  const { body } = await server.v1({ path: '/pipes', body: pipe });
  for (const path of ['/v1/made-up', '/api/v2/%6dade-up', `/pipes/${body.result.id}`])
    await server.call({ path, method: 'OPTIONS' });
  await server.v1({ path: `/pipes/${body.result.id}` });
  await server.call({ path: '/v1/made-up', method: 'PROPFIND' });
  const text = await readText(server);
  const known = new Set(['none', ...Object.keys(operations)]);
  const labels = [...text.matchAll(/operation="([^"]*)",status="([^"]*)"/g)];
  expect(labels.length).toBeGreaterThan(2);
  for (const [, operation = '', status = ''] of labels) {
    expect(known).toContain(operation);
    expect(status).toMatch(/^(\d{3}|aborted)$/);
  }
  const { management, observability } = server.credentials;
  for (const own of [body.result.id, pipe.name, 'made-up', ...Object.values(management), observability.token])
    expect(text).not.toContain(own);
});

async function readText(server: TestServer): Promise<string> {
  const { status, headers, body } = await server.call({ path: '/metrics' });
  expect([status, headers.get('content-type')]).toEqual([
    200,
    expect.stringMatching(/^text\/plain; (version=0\.0\.4|charset=utf-8)/),
  ]);
  return body;
}

/** Series with their labels, to their value. */
async function readMetrics(server: TestServer): Promise<Map<string, number>> {
  const lines = (await readText(server)).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => [
      line.slice(0, line.lastIndexOf(' ')),
      Number(line.slice(line.lastIndexOf(' ') + 1)),
    ]),
  );
}
