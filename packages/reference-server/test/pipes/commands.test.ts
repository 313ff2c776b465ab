import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestServer, type TestServer } from '../../src/api/testing/test-server.ts';
import { simulatedRuntime } from '../../src/runtime/simulated-runtime.ts';
import { DEFAULT_PACE } from '../../src/worker/pace.ts';
import { requestExample } from '../support/examples.ts';
import { command, createPipe, stateOf } from '../support/pipe-calls.ts';
import { replaceableRuntime } from '../support/replaceable-runtime.ts';
import { scriptedRuntime } from '../support/scripted-runtime.ts';

// The tests share a server; each has its own pipes and its own runtime.
const runtimes = replaceableRuntime();
let server: TestServer;
beforeAll(async () => {
  const pace = { ...DEFAULT_PACE, initialPauseMs: 1, pollMs: 10 };
  server = await openTestServer({ replacements: { runtime: runtimes, pace } });
});
afterAll(() => server.stop());

describe('commands', () => {
  test('the last of start and stop wins, and a repeat changes nothing', async () => {
    const runtime = runtimes.use(scriptedRuntime());
    const { id } = await createPipe(server, 'kafka');
    expect((await command(server, id, 'stop')).body.result.state).toBe('Stopping');
    const again = await command(server, id, 'stop');
    expect([again.status, again.body.result.state]).toEqual([200, 'Stopping']);
    expect((await command(server, id, 'start')).body.result.state).toBe('Provisioning');
    runtime.finish();
    await expect.poll(() => stateOf(server, id)).toBe('Running');
    const repeated = await command(server, id, 'start');
    expect(repeated.body.result.state).toBe('Running');
  });

  test('a stopped resync is kept: the next start reads everything from scratch', async () => {
    const runtime = runtimes.use(scriptedRuntime());
    const { id } = await createPipe(server, 'postgres');
    for (let step = 0; step < 3; step += 1) runtime.finish();
    await expect.poll(() => stateOf(server, id)).toBe('Running');
    await command(server, id, 'resync');
    await command(server, id, 'stop');
    runtime.finish();
    await expect.poll(() => stateOf(server, id)).toBe('Paused');
    await command(server, id, 'start');
    runtime.finish();
    await expect.poll(() => stateOf(server, id)).toBe('Setup');
  });

  test('resync of a pipe that is not Postgres: 409', async () => {
    runtimes.use(simulatedRuntime(0));
    const { id } = await createPipe(server, 'kafka');
    const response = await command(server, id, 'resync');
    expect([response.status, response.body.code]).toEqual([409, 'command_not_supported']);
  });

  test('one-shot object storage ends Completed and cannot be started', async () => {
    runtimes.use(simulatedRuntime(0));
    const body = requestExample('createPipe', 'objectStorage');
    const { isContinuous, queueUrl, ...source } = body.source.objectStorage;
    const once = { ...body, settings: undefined, source: { objectStorage: source } };
    const { id } = (await server.v1({ path: '/pipes', body: once })).body.result;
    await expect.poll(() => stateOf(server, id)).toBe('Completed');
    const response = await command(server, id, 'start');
    expect([response.status, response.body.code]).toEqual([409, 'pipe_state_conflict']);
  });

  test('a pipe whose runtime fails again and again is Failed, and can be started again', async () => {
    const runtime = runtimes.use(scriptedRuntime());
    const { id } = await createPipe(server, 'kafka');
    for (let attempt = 0; attempt < DEFAULT_PACE.maxAttempts; attempt += 1)
      runtime.finish(new Error('the broker does not respond'));
    await expect.poll(() => stateOf(server, id)).toBe('Failed');
    expect((await command(server, id, 'start')).body.result.state).toBe('Provisioning');
    runtime.finish();
    await expect.poll(() => stateOf(server, id)).toBe('Running');
  });
});
