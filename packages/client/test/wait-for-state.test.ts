import { expect, test } from 'vitest';
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

test('pauses longer and longer', async () => {
  const server = await pipeInStates('Provisioning');
  const waiting = serviceAt(server.url).pipes.waitForState(PIPE_ID, 'Running', {
    pollMs: 10,
    timeoutMs: 500,
  });
  await expect(waiting).rejects.toThrow(PipeWaitError);
  // 10 + 15 + 22 + … reaches 500 ms in nine looks; even pauses would take fifty.
  expect(server.requests.length).toBeGreaterThan(4);
  expect(server.requests.length).toBeLessThan(12);
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
  const server = await pipeInStates('Stopping');
  const waiting = serviceAt(server.url).pipes.waitForState(PIPE_ID, 'Stopped', { pollMs: 5, timeoutMs: 50 });
  const error = await waiting.catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(PenstockError);
  expect(error).toMatchObject({
    code: 'wait_timed_out',
    status: 0,
    lastState: 'Stopping',
    operationId: 'getPipe',
  });
  expect(String(error)).toBe(
    'PipeWaitError: getPipe: wait_timed_out: The pipe should become Stopped and is Stopping.',
  );
});

test('times out although the server never answers', async () => {
  const server = await startScriptedServer(() => undefined);
  const waiting = serviceAt(server.url).pipes.waitForState(PIPE_ID, 'Running', { timeoutMs: 50 });
  await expect(waiting).rejects.toMatchObject({ code: 'wait_timed_out', lastState: undefined });
});

test('ends with the reason of the signal, in a pause and in a look', async () => {
  const reason = new Error('enough');
  const slow = await pipeInStates('Provisioning');
  const mute = await startScriptedServer(() => undefined);
  for (const { url } of [slow, mute]) {
    const controller = new AbortController();
    const waiting = serviceAt(url).pipes.waitForState(PIPE_ID, 'Running', { signal: controller.signal });
    setTimeout(() => controller.abort(reason), 30);
    await expect(waiting).rejects.toBe(reason);
  }
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
    name: 'PenstockError',
  });
});
