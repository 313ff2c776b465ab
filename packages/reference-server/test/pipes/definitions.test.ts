import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestServer, type TestServer } from '../../src/api/testing/test-server.ts';
import { requestExample } from '../support/examples.ts';
import { createPipe } from '../support/pipe-calls.ts';
import { replaceableRuntime } from '../support/replaceable-runtime.ts';
import { scriptedRuntime } from '../support/scripted-runtime.ts';

const runtimes = replaceableRuntime();
let server: TestServer;
beforeAll(async () => {
  server = await openTestServer({ replacements: { runtime: runtimes } });
});
afterAll(() => server.stop());

/** A runtime that rejects every definition with this error, once the function is called. */
function rejecting(pointer: string) {
  let rejects = false;
  runtimes.use({
    ...scriptedRuntime(),
    checkDefinition: async () => (rejects ? [{ pointer, message: 'must be a type of the engine' }] : []),
  });
  return () => {
    rejects = true;
  };
}

describe('a definition that the engine rejects', () => {
  const errors = (pointer: string) => [{ pointer, code: 'invalid', message: 'must be a type of the engine' }];

  test('is not created', async () => {
    const pointer = '/destination/columns/0/type';
    rejecting(pointer)();
    const before = (await server.v1({ path: '/pipes' })).body.result;
    const request = requestExample('createPipe', 'kafka');
    const { status, body } = await server.v1({ method: 'POST', path: '/pipes', body: request });
    expect([status, body.code, body.errors]).toEqual([400, 'validation_failed', errors(pointer)]);
    expect((await server.v1({ path: '/pipes' })).body.result).toEqual(before);
  });

  test('changes nothing', async () => {
    const pointer = '/settings/engine_max_insert_threads';
    const reject = rejecting(pointer);
    const pipe = await createPipe(server, 'objectStorage');
    reject();
    const path = `/pipes/${pipe.id}`;
    const before = (await server.v1({ path })).body.result;
    const settings = { engine_max_insert_threads: 2 };
    for (const request of [
      { method: 'PATCH', path, body: { settings } },
      { method: 'PUT', path: `${path}/settings`, body: settings },
    ] as const) {
      const { status, body } = await server.v1(request);
      expect([request.path, status, body.errors]).toEqual([request.path, 400, errors(pointer)]);
    }
    expect((await server.v1({ path })).body.result).toEqual(before);
  });
});
