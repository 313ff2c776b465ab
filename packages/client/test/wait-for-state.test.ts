import { describe, expect, test, vi } from 'vitest';
import { AlertWaitError, PenstockError, PipeWaitError } from '../src/index.ts';
import { PIPE_ID, serviceAt, teamAt } from './support/scope.ts';
import { scriptedFetch, settled, stopClock } from './support/scripted-fetch.ts';
import { type ScriptedServer, startScriptedServer } from './support/scripted-server.ts';

const BASE = 'https://penstock.invalid';

/** Starts a server whose pipe takes the states in order and stays in the last. */
function pipeInStates(...states: string[]): Promise<ScriptedServer> {
  let next = 0;
  return startScriptedServer(() => {
    const state = states[Math.min(next++, states.length - 1)];
    return { body: { result: { id: PIPE_ID, state } } };
  });
}

test('returns the pipe as soon as it is in the state', async () => {
  const server = await pipeInStates('Provisioning', 'Setup', 'Running');
  const pipe = await serviceAt(server.url).pipes.waitForState(PIPE_ID, 'Running', { pollMs: 1 });
  expect(pipe).toEqual({ id: PIPE_ID, state: 'Running' });
  expect(server.requests).toHaveLength(3);
});

test('polls at once, before any pause', async () => {
  const server = await pipeInStates('Running');
  await serviceAt(server.url).pipes.waitForState(PIPE_ID, 'Running', { pollMs: 60_000 });
});

test('increases the pauses up to twenty times the first', async () => {
  stopClock();
  const polls: number[] = [];
  const { pipes } = serviceAt(BASE, {
    fetch: async () => {
      polls.push(Date.now());
      return Response.json({ result: { id: PIPE_ID, state: 'Provisioning' } });
    },
  });
  const waiting = pipes.waitForState(PIPE_ID, 'Running', { pollMs: 100, timeoutMs: 30_000 });
  const ended = expect(waiting).rejects.toMatchObject({ code: 'wait_timed_out', lastState: 'Provisioning' });
  await vi.advanceTimersByTimeAsync(30_000);
  await ended;
  const pauses = polls.slice(1).map((time, index) => time - (polls[index] ?? 0));
  expect(pauses.slice(0, 4)).toEqual([100, 150, 225, 337]);
  expect(pauses.at(-1)).toBe(2000);
  expect(pauses).toEqual(pauses.toSorted((a, b) => a - b));
});

test('fails at once when the pipe fails', async () => {
  const server = await pipeInStates('Provisioning', 'Failed', 'Running');
  const waiting = serviceAt(server.url).pipes.waitForState(PIPE_ID, 'Running', { pollMs: 1 });
  await expect(waiting).rejects.toMatchObject({
    name: 'PipeWaitError',
    code: 'pipe_failed',
    lastState: 'Failed',
  });
  expect(server.requests).toHaveLength(2);
});

test('has the failure of the pipe, and its message', async () => {
  const failure = {
    code: 'source_unreachable',
    message: 'The broker does not respond.',
    at: '2026-05-04T09:30:00.000Z',
  };
  const server = await startScriptedServer(() => ({
    body: { result: { id: PIPE_ID, state: 'Failed', failure } },
  }));
  const error = await serviceAt(server.url)
    .pipes.waitForState(PIPE_ID, 'Running')
    .catch((reason: unknown) => reason);
  expect(error).toMatchObject({ failure });
  expect((error as PipeWaitError).message).toContain(
    'The pipe is Failed, not Running. The broker does not respond.',
  );
});

test('can wait for the failure', async () => {
  const server = await pipeInStates('Running', 'Failed');
  await serviceAt(server.url).pipes.waitForState(PIPE_ID, 'Failed', { pollMs: 1 });
});

test('times out with a typed error that has the last state', async () => {
  stopClock();
  const { pipes } = serviceAt(BASE, {
    fetch: async () => Response.json({ result: { id: PIPE_ID, state: 'Stopping' } }),
  });
  const failed = pipes
    .waitForState(PIPE_ID, 'Stopped', { timeoutMs: 1_000 })
    .catch((reason: unknown) => reason);
  await vi.advanceTimersByTimeAsync(1_000);
  const error = await failed;
  expect(error).toBeInstanceOf(PenstockError);
  expect(error).toBeInstanceOf(PipeWaitError);
  expect(error).toMatchObject({
    code: 'wait_timed_out',
    status: 0,
    lastState: 'Stopping',
    operationId: 'getPipe',
  });
  expect(String(error)).toBe('PipeWaitError: getPipe: wait_timed_out: The pipe is Stopping, not Stopped.');
});

test('times out if the server never responds', async () => {
  stopClock();
  const { fetch } = scriptedFetch('silence');
  const waiting = serviceAt(BASE, { fetch }).pipes.waitForState(PIPE_ID, 'Running', { timeoutMs: 50 });
  expect(await settled(waiting, 50)).toMatchObject({ code: 'wait_timed_out', lastState: undefined });
});

test('ends with the reason of the signal during a request', async () => {
  const reason = new Error('enough');
  const controller = new AbortController();
  const { url } = await startScriptedServer(() => {
    controller.abort(reason);
    return undefined;
  });
  const waiting = serviceAt(url).pipes.waitForState(PIPE_ID, 'Running', { signal: controller.signal });
  await expect(waiting).rejects.toBe(reason);
});

test('ends with the reason of the signal during a pause', async () => {
  stopClock();
  const reason = new Error('enough');
  const controller = new AbortController();
  const { pipes } = serviceAt(BASE, {
    fetch: async () => Response.json({ result: { id: PIPE_ID, state: 'Provisioning' } }),
  });
  const waiting = pipes.waitForState(PIPE_ID, 'Running', { pollMs: 1_000, signal: controller.signal });
  const ended = expect(waiting).rejects.toBe(reason);
  await vi.advanceTimersByTimeAsync(10);
  controller.abort(reason);
  await ended;
});

test('rejects with the error of the server', async () => {
  const server = await startScriptedServer(() => ({
    status: 404,
    body: { code: 'resource_not_found', detail: 'No.' },
  }));
  const waiting = serviceAt(server.url).pipes.waitForState(PIPE_ID, 'Running');
  await expect(waiting).rejects.toMatchObject({
    status: 404,
    code: 'resource_not_found',
    name: 'NotFoundError',
  });
});

describe('an alert', () => {
  const ALERT_ID = '018f6d31-02aa-7c1d-8b17-5d0e4c9a6f70';

  /** Starts a server whose alert takes the states in order and stays in the last. */
  function alertInStates(...states: string[]): Promise<ScriptedServer> {
    let next = 0;
    return startScriptedServer(() => {
      const alert = { id: ALERT_ID, state: states[Math.min(next++, states.length - 1)] };
      return { body: { data: alert, result: alert } };
    });
  }

  test.each([
    ['of a team', (url: string) => teamAt(url).alerts],
    ['of a service', (url: string) => serviceAt(url).alerts],
  ])(
    '%s is returned as soon as it is in the state, also after an evaluation that failed',
    async (_, alertsAt) => {
      const server = await alertInStates('inactive', 'error', 'pending', 'firing');
      const seen: string[] = [];
      const onProgress = ({ state }: { readonly state: string }) => void seen.push(state);
      const alert = await alertsAt(server.url).waitForState(ALERT_ID, 'firing', { pollMs: 1, onProgress });
      expect(alert).toEqual({ id: ALERT_ID, state: 'firing' });
      expect(seen).toEqual(['inactive', 'error', 'pending', 'firing']);
    },
  );

  test('that does not reach the state in time has its last evaluation in the error', async () => {
    stopClock();
    const lastEvaluation = {
      evaluatedAt: '2026-05-04T09:30:00.000Z',
      error: 'The tile has no numeric series.',
    };
    const { alerts } = teamAt(BASE, {
      fetch: async () => Response.json({ data: { id: ALERT_ID, state: 'error', lastEvaluation } }),
    });
    const failed = alerts
      .waitForState(ALERT_ID, 'firing', { timeoutMs: 1_000 })
      .catch((reason: unknown) => reason);
    await vi.advanceTimersByTimeAsync(1_000);
    const error = await failed;
    expect(error).toBeInstanceOf(AlertWaitError);
    expect(error).toMatchObject({ code: 'wait_timed_out', lastState: 'error', lastEvaluation });
    expect(String(error)).toBe(
      'AlertWaitError: getAlert: wait_timed_out: The alert is error, not firing. The tile has no numeric series.',
    );
  });
});
