import { describe, expect, test } from 'vitest';
import { type ClientOptions, createManagementClient, type Service } from '../src/index.ts';
import { PIPE_ID, SCOPE, serviceAt, teamAt } from './support/scope.ts';
import {
  found,
  problem,
  type ScriptedFetch,
  type Step,
  scriptedFetch,
  settled,
  stopClock,
} from './support/scripted-fetch.ts';

const BASE = 'https://penstock.invalid';
const UNREACHABLE = Object.assign(new TypeError('fetch failed'), { cause: { code: 'ECONNUNREACHABLE' } });

/** Returns a service with the default retries whose requests take the steps. */
function scripted(steps: Step[], options: Partial<ClientOptions> = {}): ScriptedFetch & Service {
  const script = scriptedFetch(...steps);
  return { ...script, ...serviceAt(BASE, { retries: undefined, fetch: script.fetch, ...options }) };
}

/** Returns the pauses between requests. */
function pauses({ sent }: ScriptedFetch): number[] {
  return sent.slice(1).map(({ at }, index) => at - (sent[index]?.at ?? 0));
}

describe('the client', () => {
  test.each([408, 429, 500, 502, 503, 504, 599])('retries a read with status %i twice', async (status) => {
    stopClock();
    const service = scripted([problem(status)]);
    expect(await settled(service.pipes.get(PIPE_ID))).toMatchObject({ status, attempts: 3 });
    expect(service.sent).toHaveLength(3);
  });

  test.each([400, 401, 403, 404, 405, 409, 412, 413, 415, 418, 501])(
    'does not retry a response with status %i',
    async (status) => {
      stopClock();
      const service = scripted([problem(status)]);
      expect(await settled(service.pipes.get(PIPE_ID))).toMatchObject({ status, attempts: 1 });
    },
  );

  test.each([200, 302])('does not retry a response outside the contract with status %i', async (status) => {
    stopClock();
    const service = scripted([new Response('<p>Sign in</p>', { status })]);
    await settled(service.pipes.get(PIPE_ID));
    expect(service.sent).toHaveLength(1);
  });

  test.each<[string, (service: Service) => PromiseLike<unknown>, number]>([
    ['GET', ({ pipes }) => pipes.list(), 3],
    ['PUT', ({ dashboards }) => dashboards.update('d', { name: 'n' }), 3],
    ['DELETE', ({ pipes }) => pipes.delete('p'), 3],
    ['an idempotent PATCH', ({ pipes }) => pipes.update('p', { name: 'n' }), 3],
    ['another idempotent PATCH', ({ pipes }) => pipes.updateScaling('p', { replicas: 2 }), 3],
    ['a POST, with the generated key', ({ alerts }) => alerts.create({} as never), 3],
    [
      'a command, which is not idempotent: once',
      ({ pipes }) => pipes.updateState('p', { command: 'stop' }),
      1,
    ],
  ])('retries after a connection error: %s', async (_, call, times) => {
    stopClock();
    const service = scripted([UNREACHABLE]);
    expect(await settled(call(service))).toMatchObject({ code: 'connection_failed', attempts: times });
    expect(service.sent).toHaveLength(times);
  });

  test('retries a response that breaks off in its body', async () => {
    stopClock();
    const broken = () =>
      new Response(new ReadableStream({ start: (controller) => controller.error(new Error('reset')) }));
    const service = scripted([broken, found()]);
    expect(await settled(service.pipes.get(PIPE_ID).withResponse())).toMatchObject({ attempts: 2 });
  });

  test('retries by method in the raw layer: GET, and POST only with a key', async () => {
    stopClock();
    const { sent, fetch } = scriptedFetch(problem(503));
    const { raw } = teamAt(BASE, { retries: 1, fetch });
    expect(await settled(raw.GET('/api/v2/alerts'))).toMatchObject({ response: { status: 503 } });
    expect(sent).toHaveLength(2);
    await settled(raw.POST('/api/v2/alerts', { body: {} as never }));
    expect(sent).toHaveLength(3);
    await settled(raw.POST('/api/v2/alerts', { body: {} as never, headers: { 'Idempotency-Key': 'k' } }));
    expect(sent).toHaveLength(5);
  });
});

describe('a retry', () => {
  test('sends the same request with the same key', async () => {
    stopClock();
    const service = scripted([problem(503), UNREACHABLE, found()]);
    await settled(service.alerts.create({ name: 'n' } as never));
    const [first, ...others] = service.sent.map(({ url, init }) => ({
      url,
      headers: init.headers,
      body: init.body,
    }));
    expect(others).toEqual([first, first]);
    expect(first?.headers).toHaveProperty('idempotency-key', expect.stringMatching(/^[\x21-\x7e]{7,255}$/));
  });

  test('of another creation has another key, and the key of the caller is kept', async () => {
    stopClock();
    const service = scripted([found()]);
    await settled(Promise.all([service.alerts.create({} as never), service.alerts.create({} as never)]));
    await settled(service.alerts.create({} as never, { idempotencyKey: 'mine' }));
    const keys = service.sent.map(({ init }) => (init.headers as Record<string, string>)['idempotency-key']);
    expect(new Set(keys).size).toBe(3);
    expect(keys[2]).toBe('mine');
  });

  test('follows pauses that double up to eight seconds, with full jitter', async () => {
    stopClock();
    const service = scripted([problem(500)], { retries: 7 });
    await settled(service.pipes.get(PIPE_ID));
    expect(pauses(service)).toEqual([250, 500, 1000, 2000, 4000, 4000, 4000]);
  });

  test.each<[string, Record<string, string>, number]>([
    ['Retry-After in seconds', { 'retry-after': '7' }, 7_000],
    ['Retry-After of 0', { 'retry-after': '0' }, 0],
    ['Retry-After as a date', { 'retry-after': 'Thu, 01 Jan 2026 00:00:09 GMT' }, 9_000],
    ['Retry-After as a past date', { 'retry-after': 'Thu, 01 Jan 2025 00:00:09 GMT' }, 0],
    ['Retry-After, limited to a minute', { 'retry-after': '3600' }, 60_000],
    ['an exhausted RateLimit', { ratelimit: '"default";r=0;t=10' }, 10_000],
    ['Retry-After before RateLimit', { 'retry-after': '2', ratelimit: '"default";r=0;t=10' }, 2_000],
    ['a RateLimit with requests left: the default', { ratelimit: '"default";r=5;t=10' }, 250],
    ['an invalid Retry-After: the default', { 'retry-after': 'soon' }, 250],
  ])('waits for %s', async (_, headers, ms) => {
    stopClock();
    const service = scripted([problem(429, headers), found()]);
    await settled(service.pipes.get(PIPE_ID));
    expect(pauses(service)).toEqual([ms]);
  });

  test('is skipped if it would start after the deadline', async () => {
    stopClock();
    const service = scripted([problem(429, { 'retry-after': '30' })], { deadlineMs: 20_000 });
    const failed = settled(service.pipes.get(PIPE_ID), 0);
    expect(await failed).toMatchObject({ status: 429, attempts: 1, retryAfterMs: 30_000 });
  });

  test('is configured by the client, and overridden by the call', async () => {
    stopClock();
    const none = scripted([problem(500)], { retries: 0 });
    await settled(none.pipes.get(PIPE_ID));
    expect(none.sent).toHaveLength(1);
    await settled(none.pipes.get(PIPE_ID, { retries: 4 }));
    expect(none.sent).toHaveLength(6);
  });

  test('requests the credential again', async () => {
    stopClock();
    const { sent, fetch } = scriptedFetch(problem(503), found());
    let rotation = 0;
    const apiKey = async () => ({ keyId: 'key', keySecret: `secret-${++rotation}` });
    const client = createManagementClient({ baseUrl: BASE, apiKey, fetch });
    await settled(client.service(SCOPE).pipes.get(PIPE_ID));
    const sentWith = sent.map(({ init }) => (init.headers as Record<string, string>).authorization);
    expect(sentWith).toEqual([`Basic ${btoa('key:secret-1')}`, `Basic ${btoa('key:secret-2')}`]);
  });
});
