import { beforeAll, describe, expect, it } from 'vitest';
import { penstockContract } from '../../src/contract.ts';
import { readWarmUps } from '../../src/start/warm-up.ts';
import { credentialFor, startServer, type TestServer } from '../support/harness.ts';

const REHEARSALS = readWarmUps(penstockContract);
let server: TestServer;

beforeAll(async () => {
  const handlers = Object.fromEntries(
    REHEARSALS.map(({ operation, answer }) => [operation.operationId, () => answer]),
  );
  server = await startServer({ contract: penstockContract, handlers, lasting: true });
});

describe('the warmUp', () => {
  it('has a part for every operation', () => {
    expect(REHEARSALS.map(({ operation }) => operation)).toEqual(penstockContract.operations);
  });

  it.each(REHEARSALS)('of $operation.operationId is one that succeeds', async ({ operation, request }) => {
    const authorization = credentialFor(
      operation.surface,
      `key of ${operation.operationId}`.replaceAll(' ', '-'),
    );
    const answer = await server.send({ ...request, headers: { ...request.headers, authorization } });
    expect([answer.status, answer.body.errors]).toEqual([200, undefined]);
  });

  it('comes to no handler of the server, and leaves nothing in its log', async () => {
    const silent = await startServer();
    expect([silent.reached, silent.lines]).toEqual([[], []]);
  });
});
