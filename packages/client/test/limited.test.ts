import { getEventListeners } from 'node:events';
import { describe, expect, test, vi } from 'vitest';
import { RequestTimeoutError } from '../src/index.ts';
import { PIPE_ID, serviceAt, teamAt } from './support/scope.ts';
import { found, problem, scriptedFetch, settled, stopClock } from './support/scripted-fetch.ts';
import { startScriptedServer } from './support/scripted-server.ts';

const BASE = 'https://penstock.invalid';
const reason = new Error('enough');

describe('the time-out of an attempt', () => {
  test('ends the attempt even if fetch ignores the signal, and the next attempt can succeed', async () => {
    stopClock();
    const { fetch, sent } = scriptedFetch('silence', found());
    const call = teamAt(BASE, { fetch, retries: 2, timeoutMs: 1_000 }).alerts.get('a').withResponse();
    expect(await settled(call)).toMatchObject({ attempts: 2, data: { id: 'x' } });
    expect(sent[1]?.at).toBe((sent[0]?.at ?? 0) + 1_250);
  });

  test('covers the time to the last byte of the body', async () => {
    stopClock();
    const endless = new Response(
      new ReadableStream({ start: (stream) => stream.enqueue(new Uint8Array([123])) }),
    );
    const { fetch } = scriptedFetch(() => endless);
    const error = await settled(teamAt(BASE, { fetch, timeoutMs: 1_000 }).alerts.get('a'));
    expect(error).toBeInstanceOf(RequestTimeoutError);
    expect(error).toMatchObject({
      code: 'attempt_timed_out',
      status: 0,
      attempts: 1,
      name: 'RequestTimeoutError',
    });
  });

  test('defaults to 30 seconds; the limit of a call overrides that of the client', async () => {
    stopClock();
    const { fetch } = scriptedFetch('silence');
    const startedAt = Date.now();
    const ends: number[] = [];
    const record = () => ends.push(Date.now() - startedAt);
    teamAt(BASE, { fetch }).alerts.get('a').catch(record);
    teamAt(BASE, { fetch, timeoutMs: 5_000 }).alerts.get('a').catch(record);
    teamAt(BASE, { fetch, timeoutMs: 5_000 }).alerts.get('a', { timeoutMs: 1_000 }).catch(record);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(ends).toEqual([1_000, 5_000, 30_000]);
  });

  test('aborts the request', async () => {
    stopClock();
    const { fetch, sent } = scriptedFetch('silence');
    await settled(teamAt(BASE, { fetch, timeoutMs: 10 }).alerts.get('a'));
    expect(sent[0]?.init.signal?.aborted).toBe(true);
  });
});

describe('the deadline', () => {
  test('ends the call during an attempt', async () => {
    stopClock();
    const { fetch } = scriptedFetch(problem(503, { 'retry-after': '4' }), 'silence');
    const call = teamAt(BASE, { fetch, retries: 5, deadlineMs: 6_000 }).alerts.get('a');
    const startedAt = Date.now();
    const ended = call.catch(() => Date.now() - startedAt);
    expect(await settled(call)).toMatchObject({ code: 'deadline_exceeded', attempts: 2 });
    expect(await ended).toBe(6_000);
  });

  test('can be set for one call', async () => {
    stopClock();
    const { fetch } = scriptedFetch('silence');
    const call = teamAt(BASE, { fetch }).alerts.get('a', { deadlineMs: 100 });
    expect(await settled(call, 100)).toMatchObject({ code: 'deadline_exceeded' });
  });
});

describe('a signal', () => {
  test.each(['a request', 'a pause', 'a pending credential', 'a pending hook'])(
    'ends the call during %s, with its reason',
    async (where) => {
      stopClock();
      const forever = () => new Promise<never>(() => {});
      const { fetch } = scriptedFetch(where === 'a pause' ? problem(503, { 'retry-after': '9' }) : 'silence');
      const hooks = where.includes('hook') ? { onRequest: forever } : {};
      const client = teamAt(BASE, {
        fetch,
        retries: 2,
        hooks,
        ...(where.includes('credential') && { token: forever }),
      });
      const controller = new AbortController();
      const call = client.alerts.get('a', { signal: controller.signal });
      const ended = expect(call).rejects.toBe(reason);
      await vi.advanceTimersByTimeAsync(5);
      controller.abort(reason);
      await ended;
      expect(vi.getTimerCount()).toBe(0);
      expect(getEventListeners(controller.signal, 'abort')).toEqual([]);
    },
  );

  test('rejects the call with its reason, before and during a request to a server', async () => {
    const controller = new AbortController();
    const server = await startScriptedServer(() => {
      controller.abort(reason);
      return undefined;
    });
    const { pipes } = serviceAt(server.url);
    await expect(pipes.get(PIPE_ID, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    await expect(pipes.get(PIPE_ID, { signal: controller.signal })).rejects.toBe(reason);
  });

  test('rejects the call with its reason during the body', async () => {
    const server = await startScriptedServer((_, response) => {
      response.writeHead(200).write('{');
      return undefined;
    });
    const controller = new AbortController();
    const { pipes } = serviceAt(server.url, {
      fetch: async (url, init) => {
        const response = await fetch(url, init);
        controller.abort(reason);
        return response;
      },
    });
    await expect(pipes.get(PIPE_ID, { signal: controller.signal })).rejects.toBe(reason);
  });

  test('that is already aborted prevents the request', async () => {
    const { fetch, sent } = scriptedFetch(found());
    const signal = AbortSignal.abort(reason);
    await expect(teamAt(BASE, { fetch }).alerts.get('a', { signal })).rejects.toBe(reason);
    expect(sent).toEqual([]);
  });

  test('is returned by safe() as a value', async () => {
    const { fetch } = scriptedFetch(found());
    const call = teamAt(BASE, { fetch }).alerts.get('a', { signal: AbortSignal.abort(reason) });
    expect(await call.safe()).toMatchObject({
      ok: false,
      status: undefined,
      error: { code: 'aborted', reason, message: 'A call: aborted: The caller aborted it.' },
    });
  });

  test('ends the iteration over pages, and calls of the raw layer', async () => {
    const signal = AbortSignal.abort(reason);
    const { fetch } = scriptedFetch(found());
    const team = teamAt(BASE, { fetch });
    const iterate = async () => {
      for await (const alert of team.alerts.list({}, { signal })) throw new Error(`received ${alert.id}`);
    };
    await expect(iterate()).rejects.toBe(reason);
    await expect(team.raw.GET('/api/v2/alerts', { signal })).rejects.toBe(reason);
  });

  test('has no listeners left after 10,000 calls, some of which fail, pause and wait', async () => {
    const { signal } = new AbortController();
    const { fetch } = scriptedFetch((url) =>
      url.endsWith('9') ? problem(503, { 'retry-after': '0' }) : found(),
    );
    const { alerts } = teamAt(BASE, { fetch, retries: 1 });
    const { pipes } = serviceAt(BASE, {
      fetch: async () => Response.json({ result: { id: 'x', state: 'Running' } }),
    });
    let most = 0;
    for (let batch = 0; batch < 100; batch += 1) {
      const calls = Array.from({ length: 100 }, (_, index) =>
        index % 50 === 0
          ? pipes.waitForState(PIPE_ID, 'Running', { signal })
          : alerts.get(`${batch}-${index}`, { signal }).catch(() => undefined),
      );
      most = Math.max(most, getEventListeners(signal, 'abort').length);
      await Promise.all(calls);
    }
    expect(most).toBeLessThanOrEqual(100);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });
});
