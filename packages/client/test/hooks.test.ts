import { expect, test } from 'vitest';
import type { Hooks } from '../src/index.ts';
import { recordingHooks } from './support/recording-hooks.ts';
import { PIPE_ID, serviceAt, teamAt } from './support/scope.ts';
import { found, problem, scriptedFetch, settled, stopClock } from './support/scripted-fetch.ts';

const BASE = 'https://penstock.invalid';

test('hooks receive all events of a call, with one request object per attempt', async () => {
  stopClock();
  const { hooks, events } = recordingHooks();
  const unreachable = Object.assign(new Error('no'), { code: 'ECONNREFUSED' });
  const { fetch } = scriptedFetch(problem(503, { 'retry-after': '2' }), unreachable, problem(404));
  await settled(serviceAt(BASE, { fetch, hooks, retries: 5 }).pipes.get(PIPE_ID));
  expect(events.map(([name]) => name)).toEqual([
    'onRequest',
    'onResponse',
    'onRetry',
    'onRequest',
    'onRetry',
    'onRequest',
    'onResponse',
    'onError',
  ]);
  const [first, response, retry, second, secondRetry, third, , error] = events.map(([, event]) => event);
  expect(first).toMatchObject({
    operationId: 'getPipe',
    method: 'GET',
    path: '/v1/organizations/{organizationId}/services/{serviceId}/pipes/{pipeId}',
    url: expect.stringMatching(new RegExp(`^${BASE}/v1/.*${PIPE_ID}$`)),
    attempt: 1,
  });
  expect(response).toMatchObject({ status: 503, durationMs: 0 });
  expect(response?.request).toBe(first);
  expect(retry).toMatchObject({ status: 503, error: undefined, delayMs: 2_000 });
  expect(second).toMatchObject({ attempt: 2 });
  expect(secondRetry).toMatchObject({ status: 0, error: { code: 'connection_failed' }, delayMs: 500 });
  expect(error).toMatchObject({ error: { code: 'some_code', status: 404, attempts: 3 } });
  expect(error?.request).toBe(third);
});

test('a hook can add headers and can be asynchronous', async () => {
  const { fetch, sent } = scriptedFetch(found());
  const onRequest: Hooks['onRequest'] = async (request) => {
    await Promise.resolve();
    request.headers.Traceparent = '00-1-2-01';
  };
  await teamAt(BASE, { fetch, hooks: { onRequest } }).alerts.get('a');
  expect(sent[0]?.init.headers).toMatchObject({ traceparent: '00-1-2-01' });
});

test('a call rejects with the error that a hook throws', async () => {
  const { fetch, sent } = scriptedFetch(found());
  const reason = new Error('error in a hook');
  const hooks: Hooks = { onRequest: () => Promise.reject(reason) };
  await expect(teamAt(BASE, { fetch, hooks }).alerts.get('a')).rejects.toBe(reason);
  expect(sent).toEqual([]);
});

test('hooks also receive the calls of the raw layer', async () => {
  const { hooks, events } = recordingHooks();
  const { fetch } = scriptedFetch(found());
  await teamAt(BASE, { fetch, hooks }).raw.GET('/api/v2/alerts/{alertId}', {
    params: { path: { alertId: 'a' } },
  });
  expect(events.map(([name]) => name)).toEqual(['onRequest', 'onResponse']);
  expect(events[0]?.[1]).toMatchObject({ operationId: undefined, method: 'GET', path: '/api/v2/alerts/a' });
});
