import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Hooks } from '../src/index.ts';
import { PIPE_ID, serviceAt, teamAt } from './scope.ts';
import { found, problem, scriptedFetch, settled, stopClock } from './scripted-fetch.ts';

const BASE = 'https://penstock.invalid';

/** Hooks that note their names and events. */
function noted() {
  const events: [name: string, event: Record<string, unknown>][] = [];
  const names = ['onRequest', 'onResponse', 'onRetry', 'onError', 'onDeprecation'] as const;
  const hooks: Hooks = Object.fromEntries(
    names.map((name) => [name, (event: never) => void events.push([name, event])]),
  );
  return { hooks, events };
}

test('hooks see a call from beginning to end, one request object an attempt', async () => {
  stopClock();
  const { hooks, events } = noted();
  const refused = Object.assign(new Error('no'), { code: 'ECONNREFUSED' });
  const { fetch } = scriptedFetch(problem(503, { 'retry-after': '2' }), refused, problem(404));
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
  const [first, answer, retry, second, again, third, , error] = events.map(([, event]) => event);
  expect(first).toMatchObject({
    operationId: 'getPipe',
    method: 'GET',
    path: '/v1/organizations/{organizationId}/services/{serviceId}/pipes/{pipeId}',
    url: expect.stringMatching(new RegExp(`^${BASE}/v1/.*${PIPE_ID}$`)),
    attempt: 1,
  });
  expect(answer).toMatchObject({ status: 503, durationMs: 0 });
  expect(answer?.request).toBe(first);
  expect(retry).toMatchObject({ status: 503, error: undefined, delayMs: 2_000 });
  expect(second).toMatchObject({ attempt: 2 });
  expect(again).toMatchObject({ status: 0, error: { code: 'connection_failed' }, delayMs: 500 });
  expect(error).toMatchObject({ error: { code: 'some_code', status: 404, attempts: 3 } });
  expect(error?.request).toBe(third);
});

test('a hook may add headers and take its time', async () => {
  const { fetch, sent } = scriptedFetch(found());
  const onRequest: Hooks['onRequest'] = async (request) => {
    await Promise.resolve();
    request.headers.Traceparent = '00-1-2-01';
  };
  await teamAt(BASE, { fetch, hooks: { onRequest } }).alerts.get('a');
  expect(sent[0]?.init.headers).toMatchObject({ traceparent: '00-1-2-01' });
});

test('what a hook throws, the call rejects with', async () => {
  const { fetch, sent } = scriptedFetch(found());
  const reason = new Error('a hook of yours');
  const hooks: Hooks = { onRequest: () => Promise.reject(reason) };
  await expect(teamAt(BASE, { fetch, hooks }).alerts.get('a')).rejects.toBe(reason);
  expect(sent).toEqual([]);
});

test('the raw layer has them too', async () => {
  const { hooks, events } = noted();
  const { fetch } = scriptedFetch(found());
  await teamAt(BASE, { fetch, hooks }).raw.GET('/api/v2/alerts/{alertId}', {
    params: { path: { alertId: 'a' } },
  });
  expect(events.map(([name]) => name)).toEqual(['onRequest', 'onResponse']);
  expect(events[0]?.[1]).toMatchObject({ operationId: undefined, method: 'GET', path: '/api/v2/alerts/a' });
});

describe('a deprecation', () => {
  const headers = { deprecation: '@1767225600', sunset: 'Fri, 01 Jan 2027 00:00:00 GMT' };

  test('is told once an operation', async () => {
    const { hooks, events } = noted();
    const { alerts, sources } = teamAt(BASE, { fetch: scriptedFetch(found(headers)).fetch, hooks });
    for (const call of [() => alerts.get('a'), () => alerts.get('b'), () => sources.get('s')]) await call();
    const told = events.filter(([name]) => name === 'onDeprecation').map(([, event]) => event);
    expect(told).toMatchObject([
      { ...headers, request: { operationId: 'getAlert' } },
      { ...headers, request: { operationId: 'getSource' } },
    ]);
  });

  test('is a warning if nobody asks', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    onTestFinished(() => void warn.mockRestore());
    const { alerts } = teamAt(BASE, { fetch: scriptedFetch(found(headers)).fetch });
    await alerts.get('a');
    await alerts.get('a');
    expect(warn.mock.calls).toEqual([[`getAlert is deprecated, until ${headers.sunset}.`]]);
  });
});
