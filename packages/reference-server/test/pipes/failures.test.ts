import { PipeError } from '@penstock/engine';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestServer, type TestServer } from '../../src/api/testing/test-server.ts';
import { DEFAULT_PACE } from '../../src/worker/pace.ts';
import { requestExample } from '../support/examples.ts';
import { movingRuntime } from '../support/moving-runtime.ts';
import { command, createPipe, stateOf } from '../support/pipe-calls.ts';
import { replaceableRuntime } from '../support/replaceable-runtime.ts';
import { scriptedRuntime } from '../support/scripted-runtime.ts';
import { startServer } from '../support/test-server.ts';

const runtimes = replaceableRuntime();
let server: TestServer;
beforeAll(async () => {
  const pace = { ...DEFAULT_PACE, maxAttempts: 1, maxFailureMs: 0 };
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

  test('whose source is away is retried while the pipe is set up, and it runs when the source is back', async () => {
    const runtime = scriptedRuntime();
    const pace = { ...DEFAULT_PACE, pollMs: 10, initialPauseMs: 1, maxAttempts: 1, maxFailureMs: 60_000 };
    const patient = await startServer({ replacements: { runtime, pace } });
    const { id } = await createPipe(patient, 'kafka');
    const readPipe = async () => (await patient.v1({ path: `/pipes/${id}` })).body.result;
    for (const message of ['It is away.', 'It is still away.']) {
      await expect.poll(() => runtime.latest()).toMatchObject({ id, state: 'Provisioning' });
      runtime.finish(new PipeError('source_unreachable', message));
      await expect.poll(async () => (await readPipe()).failure?.message).toBe(message);
    }
    expect((await readPipe()).state).toBe('Provisioning');
    await expect.poll(() => runtime.latest()).toMatchObject({ id, state: 'Provisioning' });
    runtime.finish();
    await expect.poll(async () => (await readPipe()).state).toBe('Running');
  });

  test('whose data does not move makes a running pipe Degraded until it moves again, then Failed', async () => {
    const runtime = movingRuntime();
    const pace = { ...DEFAULT_PACE, pollMs: 10, initialPauseMs: 1, maxFailureMs: 60_000 };
    const moving = await startServer({ replacements: { runtime, pace } });
    const { id } = await createPipe(moving, 'kinesis');
    const readPipe = async () => (await moving.v1({ path: `/pipes/${id}` })).body.result;
    await expect.poll(() => runtime.movements).toHaveLength(1);
    expect((await readPipe()).state).toBe('Running');
    const { accessKeyId } = requestExample('createPipe', 'kinesis').source.kinesis.accessKey;
    runtime.movements[0]?.end(new PipeError('source_unreachable', `No response for ${accessKeyId}.`));
    await expect.poll(() => runtime.movements).toHaveLength(2);
    const degraded = await readPipe();
    const failure = { code: 'source_unreachable', message: 'No response for ***.' };
    expect(degraded).toMatchObject({ state: 'Degraded', failure });
    runtime.movements[1]?.end(new PipeError('source_unreachable', `No response for ${accessKeyId}.`));
    await expect.poll(() => runtime.movements).toHaveLength(3);
    expect(await readPipe()).toEqual(degraded);
    runtime.movements[2]?.moving();
    await expect.poll(async () => (await readPipe()).state).toBe('Running');
    expect(await readPipe()).not.toHaveProperty('failure');
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
