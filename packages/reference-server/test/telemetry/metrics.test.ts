import { operations } from '@penstock/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestServer, type TestServer } from '../../src/api/testing/test-server.ts';
import { requestExample } from '../support/examples.ts';
import { scriptedRuntime } from '../support/scripted-runtime.ts';
import { startServer } from '../support/test-server.ts';

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
