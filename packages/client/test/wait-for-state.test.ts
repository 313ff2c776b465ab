import { expect, onTestFinished, test, vi } from 'vitest';
import { PenstockError, PipeWaitError } from '../src/index.ts';
import { PIPE_ID, serviceAt } from './scope.ts';
import { type ScriptedServer, startScriptedServer } from './scripted-server.ts';

/** A server whose pipe is in one state after the other, and stays in the last. */
function pipeInStates(...states: string[]): Promise<ScriptedServer> {
  let next = 0;
  return startScriptedServer(() => {
    const state = states[Math.min(next++, states.length - 1)];
    return { body: { result: { id: PIPE_ID, state } } };
  });
}

test('gives the pipe as soon as it is in the state', async () => {
  const server = await pipeInStates('Provisioning', 'Setup', 'Running');
  const pipe = await serviceAt(server.url).pipes.waitForState(PIPE_ID, 'Running', { pollMs: 1 });
  expect(pipe).toEqual({ id: PIPE_ID, state: 'Running' });
  expect(server.requests).toHaveLength(3);
});

test('looks at once, before any pause', async () => {
  const server = await pipeInStates('Running');
  await serviceAt(server.url).pipes.waitForState(PIPE_ID, 'Running', { pollMs: 60_000 });
});

test('pauses longer and longer, up to twenty times as long', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const looks: number[] = [];
  const { pipes } = serviceAt('https://penstock.invalid', {
    fetch: async () => {
      looks.push(Date.now());
      return Response.json({ result: { id: PIPE_ID, state: 'Provisioning' } });
    },
  });
  const waiting = pipes.waitForState(PIPE_ID, 'Running', { pollMs: 100, timeoutMs: 30_000 });
  const ended = expect(waiting).rejects.toMatchObject({ code: 'wait_timed_out', lastState: 'Provisioning' });
  await vi.advanceTimersByTimeAsync(30_000);
  await ended;
  const pauses = looks.slice(1).map((look, index) => look - (looks[index] ?? 0));
  expect(pauses.slice(0, 4)).toEqual([100, 150, 225, 337]);
  expect(pauses.at(-1)).toBe(2000);
  expect(pauses).toEqual(pauses.toSorted((a, b) => a - b));
});

test('fails at once when the pipe failed', async () => {
  const server = await pipeInStates('Provisioning', 'Failed', 'Running');
  const waiting = serviceAt(server.url).pipes.waitForState(PIPE_ID, 'Running', { pollMs: 1 });
  await expect(waiting).rejects.toMatchObject({
    name: 'PipeWaitError',
    code: 'pipe_failed',
    lastState: 'Failed',
  });
  expect(server.requests).toHaveLength(2);
});

test('can wait for the failure', async () => {
  const server = await pipeInStates('Running', 'Failed');
  await serviceAt(server.url).pipes.waitForState(PIPE_ID, 'Failed', { pollMs: 1 });
});

test('times out with a typed error that says what was seen', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { pipes } = serviceAt('https://penstock.invalid', {
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
  expect(String(error)).toBe('PipeWaitError: getPipe: wait_timed_out: The pipe is Stopping and not Stopped.');
});

test('times out although the server never answers', async () => {
  const server = await startScriptedServer(() => undefined);
  const waiting = serviceAt(server.url).pipes.waitForState(PIPE_ID, 'Running', { timeoutMs: 50 });
  await expect(waiting).rejects.toMatchObject({ code: 'wait_timed_out', lastState: undefined });
});

test('ends with the reason of the signal in a look', async () => {
  const reason = new Error('enough');
  const controller = new AbortController();
  const { url } = await startScriptedServer(() => {
    controller.abort(reason);
    return undefined;
  });
  const waiting = serviceAt(url).pipes.waitForState(PIPE_ID, 'Running', { signal: controller.signal });
  await expect(waiting).rejects.toBe(reason);
});

test('ends with the reason of the signal in a pause', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const reason = new Error('enough');
  const controller = new AbortController();
  const { pipes } = serviceAt('https://penstock.invalid', {
    fetch: async () => Response.json({ result: { id: PIPE_ID, state: 'Provisioning' } }),
  });
  const waiting = pipes.waitForState(PIPE_ID, 'Running', { pollMs: 1_000, signal: controller.signal });
  const ended = expect(waiting).rejects.toBe(reason);
  await vi.advanceTimersByTimeAsync(10);
  controller.abort(reason);
  await ended;
});

test('passes on what the server refuses', async () => {
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
