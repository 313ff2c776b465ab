import type { OperationId } from '@penstock/contract';
import { invalidExamples, requestExamples } from '@penstock/contract/examples';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestServer, type TestServer } from '../../src/api/testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.stop());

/** Where the bodies of an operation go, below a pipe. */
const UPDATES = { updatePipe: '', updatePipeState: '/state', updatePipeScaling: '/scaling' } as const;

test('every valid example of the contract creates a pipe, and every invalid one is rejected', async () => {
  for (const body of Object.values(requestExamples('createPipe'))) {
    expect((await server.v1({ path: '/pipes', body })).status).toBe(200);
  }
  for (const [name, { body, ...example }] of Object.entries(invalidExamples('createPipe'))) {
    expectRejection(await server.v1({ path: '/pipes', body }), example, name);
  }
});

test.each(Object.entries(UPDATES))('every invalid example of %s is rejected', async (id, below) => {
  const body = requestExamples('createPipe').kafka;
  const pipe = `/pipes/${(await server.v1({ path: '/pipes', body })).body.result.id}`;
  const examples = Object.entries(invalidExamples(id as OperationId));
  expect(examples.length).toBeGreaterThan(0);
  for (const [name, { body: invalid, ...example }] of examples) {
    const response = await server.v1({ method: 'PATCH', path: `${pipe}${below}`, body: invalid });
    expectRejection(response, example, name);
  }
});

function expectRejection(
  response: Awaited<ReturnType<TestServer['v1']>>,
  example: { readonly status: number; readonly code: string; readonly errors: readonly object[] },
  name: string,
): void {
  expect({ status: response.status, code: response.body.code }, name).toEqual({
    status: example.status,
    code: example.code,
  });
  expect(response.body.errors, name).toEqual(
    expect.arrayContaining(example.errors.map((error) => expect.objectContaining(error))),
  );
}
