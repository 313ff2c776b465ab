import { PipeError } from '@penstock/engine';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestServer, type TestServer } from '../../src/api/testing/test-server.ts';
import { DEFAULT_PACE } from '../../src/worker/pace.ts';
import { requestExample } from '../support/examples.ts';
import { command, createPipe, patch, stateOf } from '../support/pipe-calls.ts';
import { replaceableRuntime } from '../support/replaceable-runtime.ts';
import { scriptedRuntime } from '../support/scripted-runtime.ts';

const runtimes = replaceableRuntime();
let server: TestServer;
beforeAll(async () => {
  const pace = { ...DEFAULT_PACE, maxAttempts: 1 };
  server = await openTestServer({ replacements: { runtime: runtimes, pace } });
});
afterAll(() => server.stop());

const read = async (id: string) => (await server.v1({ path: `/pipes/${id}` })).body.result;

describe('the failure of a pipe', () => {
  test('has the code of the runtime, no secrets, and goes with the next start', async () => {
    const runtime = runtimes.use(scriptedRuntime());
    const created = await createPipe(server, 'kafka');
    expect(created).not.toHaveProperty('failure');
    const { password } = requestExample('createPipe', 'kafka').source.kafka.credentials;
    runtime.finish(new PipeError('authentication_failed', `The broker rejected ${password}.`));
    await expect.poll(() => stateOf(server, created.id)).toBe('Failed');
    const failure = { code: 'authentication_failed', message: 'The broker rejected ***.' };
    const failed = await read(created.id);
    expect(failed.failure).toEqual({ ...failure, at: expect.stringMatching(/^2\d{3}-.*Z$/) });
    expect((await server.v1({ path: '/pipes?state=Failed' })).body.result).toContainEqual(failed);
    expect((await command(server, created.id, 'start')).body.result).not.toHaveProperty('failure');
    runtime.finish();
    await expect.poll(() => stateOf(server, created.id)).toBe('Running');
    expect(await read(created.id)).not.toHaveProperty('failure');
  });

  test('that the runtime reports makes a running pipe degraded until it recovers', async () => {
    const runtime = runtimes.use(scriptedRuntime());
    const { id } = await createPipe(server, 'kinesis');
    runtime.finish();
    await expect.poll(() => stateOf(server, id)).toBe('Running');
    const failure = { code: 'source_unreachable', message: 'The stream does not respond.' };
    await runtime.report({ state: 'Degraded', failure });
    const degraded = await read(id);
    expect(degraded).toMatchObject({ state: 'Degraded', failure });
    await runtime.report({ state: 'Degraded', failure });
    expect(await read(id)).toEqual(degraded);
    await runtime.report({ state: 'Running' });
    const recovered = await read(id);
    expect(recovered.state).toBe('Running');
    expect(recovered).not.toHaveProperty('failure');
    await runtime.report({ state: 'Failed', failure });
    expect(await read(id)).toMatchObject({ state: 'Failed', failure });
  });

  test('that is reported late, about a pipe that was changed, changes nothing', async () => {
    const runtime = runtimes.use(scriptedRuntime());
    const { id } = await createPipe(server, 'kinesis');
    runtime.finish();
    await expect.poll(() => stateOf(server, id)).toBe('Running');
    const old = runtime.latest();
    await patch(server, id, { destination: { columns: [{ name: 'session_id', type: 'UUID' }] } });
    runtime.finish();
    await expect.poll(() => stateOf(server, id)).toBe('Running');
    const before = await read(id);
    const failure = { code: 'source_unreachable', message: 'The stream does not respond.' };
    await runtime.report({ state: 'Failed', failure }, old);
    expect(await read(id)).toEqual(before);
  });
});

describe('a pipe', () => {
  test.each([
    ['kafka', 'Stopped'],
    ['objectStorage', 'Stopped'],
    ['postgres', 'Paused'],
  ])('of the kind %s that is created with startPaused is %s until its first start', async (kind, rested) => {
    const runtime = runtimes.use(scriptedRuntime());
    const body = { ...requestExample('createPipe', kind), startPaused: true };
    const { result } = (await server.v1({ path: '/pipes', body })).body;
    expect(result).toMatchObject({ state: rested });
    expect(result).not.toHaveProperty('startPaused');
    expect((await command(server, result.id, 'stop')).body.result.state).toBe(rested);
    expect(runtime.latest()).toBeUndefined();
    expect((await command(server, result.id, 'start')).body.result.state).toBe('Provisioning');
    await expect.poll(() => runtime.latest()).toMatchObject({ id: result.id, state: 'Provisioning' });
  });

  test.each([
    ['kafka', { managedTable: true }, 'exactly_once'],
    ['kafka', { managedTable: false, tableDefinition: undefined }, 'at_least_once'],
    ['postgres', {}, 'exactly_once'],
  ])('of the kind %s with %j delivers %s', async (kind, destination, guarantee) => {
    runtimes.use(scriptedRuntime());
    const body = requestExample('createPipe', kind);
    const changed = { ...body, destination: { ...body.destination, ...destination } };
    const { result } = (await server.v1({ path: '/pipes', body: changed })).body;
    expect(result.deliveryGuarantee).toBe(guarantee);
    expect('scaling' in result).toBe(kind !== 'postgres');
  });
});
