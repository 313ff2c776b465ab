import { beforeAll, describe, expect, test } from 'vitest';
import { penstockContract } from '../../src/contract.ts';
import { readWarmUps } from '../../src/start/warm-up.ts';
import { credentialFor, startServer, type TestServer } from '../support/harness.ts';
import { TESTED_OPERATIONS } from '../support/tested-operations.ts';

const WARM_UPS = readWarmUps(penstockContract);
let server: TestServer;

beforeAll(async () => {
  const handlers = Object.fromEntries(
    WARM_UPS.map(({ operation, response }) => [operation.operationId, () => response]),
  );
  server = await startServer({ contract: penstockContract, handlers, lasting: true });
});

describe('the warm-up', () => {
  test('has a request for every operation', () => {
    expect(WARM_UPS.map(({ operation }) => operation)).toEqual(penstockContract.operations);
  });

  test.each(WARM_UPS.filter(({ operation }) => TESTED_OPERATIONS.includes(operation)))(
    'request to $operation.operationId succeeds',
    async ({ operation, request }) => {
      const authorization = credentialFor(
        operation.surface,
        `key of ${operation.operationId}`.replaceAll(' ', '-'),
      );
      const response = await server.send({ ...request, headers: { ...request.headers, authorization } });
      expect([response.status, response.body.errors]).toEqual([200, undefined]);
    },
  );

  test('reaches no handler of the server, and writes nothing to its log', async () => {
    const silent = await startServer();
    expect([silent.reached, silent.lines]).toEqual([[], []]);
  });
});
