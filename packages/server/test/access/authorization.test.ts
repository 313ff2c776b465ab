import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ProblemError } from '../../src/problems/problem.ts';
import { basic, startServer, type TestServer, useEngine } from '../support/harness.ts';

// These tests do not depend on the engine; this one starts faster.
useEngine('compiled');

type Authorize = (principal: { id: string }, operation: { operationId: string; method: string }) => unknown;

let server: TestServer;
let authorize: Authorize;

beforeAll(async () => {
  server = await startServer({
    rateLimit: { requests: 2, windowSeconds: 3600 },
    authorize: (...who: Parameters<Authorize>) => authorize(...who),
    lasting: true,
  });
});

let callers = 0;

/** The headers of a principal that no other test has used. */
function unusedPrincipal() {
  callers += 1;
  return { authorization: basic(`key-${callers}`, 'right') };
}

function reject(code: 'forbidden' | 'source_kind_mismatch') {
  throw new ProblemError({ code, detail: 'This credential may only read.' });
}

const readersOnly: Authorize = (_principal, { method }) => {
  if (method !== 'get') reject('forbidden');
};

describe('authorization', () => {
  beforeEach(() => {
    server.reached.length = 0;
    server.lines.length = 0;
  });

  test('receives the principal and the operation', async () => {
    const seen: unknown[] = [];
    authorize = ({ id }, { operationId }) => void seen.push([id, operationId]);
    const headers = { authorization: basic('key-a', 'right') };
    expect((await server.call('getPipe', { headers })).status).toBe(200);
    expect((await server.call('getAlert', { headers: { authorization: 'Bearer b' } })).status).toBe(200);
    expect(seen).toEqual([
      ['key-a', 'getPipe'],
      ['b', 'getAlert'],
    ]);
  });

  test('is not called for requests without a valid credential', async () => {
    authorize = () => reject('forbidden');
    expect((await server.call('getPipe', { headers: { authorization: undefined } })).status).toBe(401);
  });

  test('responds with 403 before the body is read', async () => {
    authorize = readersOnly;
    const headers = unusedPrincipal();
    const response = await server.call('updatePipe', { body: 'not even json', headers });
    expect([response.status, response.body.code]).toEqual([403, 'forbidden']);
    expect((await server.call('getPipe', { headers })).status).toBe(200);
    expect(server.reached).toEqual(['getPipe']);
  });

  test('comes after the rate limit has counted the request (D-13)', async () => {
    authorize = readersOnly;
    const headers = unusedPrincipal();
    const responses = [
      await server.call('updatePipe', { headers }),
      await server.call('updatePipe', { headers }),
      await server.call('updatePipe', { headers }),
    ];
    expect(responses.map(({ status }) => status)).toEqual([403, 403, 429]);
    expect(responses[0]?.headers.ratelimit).toMatch(/r=1/);
  });

  test('cannot respond with an undeclared status', async () => {
    authorize = () => reject('source_kind_mismatch');
    expect((await server.call('getPipe', { headers: unusedPrincipal() })).status).toBe(500);
  });

  test.each<[string, Authorize]>([
    ['fails', () => Promise.reject(new Error('database gone'))],
    ['returns false, which is invalid', () => false],
    ['returns a promise of true', async () => true],
  ])('gives no access if it %s', async (_name, broken) => {
    authorize = broken;
    expect((await server.call('getPipe', { headers: unusedPrincipal() })).status).toBe(500);
    expect(server.reached).toEqual([]);
    expect(server.lines).toHaveLength(1);
  });
});
