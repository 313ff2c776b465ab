import { beforeAll, describe, expect, test } from 'vitest';
import { ProblemError, type RateLimitStore } from '../../src/index.ts';
import { contractOfPaths } from '../support/examples.ts';
import { basic, startServer, type TestServer, useEngine } from '../support/harness.ts';

// These tests do not depend on the engine; this one starts faster.
useEngine('compiled');

const TWO_PER_HOUR = { requests: 2, windowSeconds: 3600 };

const as = (name: string, password = 'right') => ({ headers: { authorization: basic(name, password) } });

describe('rate limit', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startServer({ rateLimit: TWO_PER_HOUR, lasting: true });
  });

  test('is per credential, announced, and a 429 problem when used up', async () => {
    const first = await server.call('getPipe', as('key-1'));
    expect(first.headers.ratelimit).toMatch(/^"default"; r=1; t=\d+$/);
    expect(first.headers['ratelimit-policy']).toMatch(/^"default"; q=2; w=3600; pk=:.+:$/);
    expect((await server.call('getPipe', as('key-1'))).status).toBe(200);

    const third = await server.call('getPipe', as('key-1'));
    expect(third.status).toBe(429);
    expect(Number(third.headers['retry-after'])).toBeGreaterThan(0);
    expect(third.headers.ratelimit).toMatch(/r=0/);
    expect(third.headers['content-type']).toBe('application/problem+json');
    expect(third.body).toMatchObject({
      code: 'rate_limit_exceeded',
      requestId: third.headers['x-request-id'],
    });

    expect((await server.call('getPipe', as('key-2'))).status).toBe(200);
    // The same id on the other surface is another credential.
    const sameId = { headers: { authorization: 'Bearer key-1' } };
    expect((await server.call('getAlert', sameId)).status).toBe(200);
  });

  test('leaves the 429 of a handler what it is', async () => {
    const detail = 'The source does not allow more reads now.';
    const busy = () => {
      throw new ProblemError({ code: 'rate_limit_exceeded', detail, headers: { 'Retry-After': 9 } });
    };
    // express-openapi-validator would turn it into a 500.
    const validation = 'express-openapi-validator';
    const other = await startServer({
      contract: contractOfPaths('getPipe'),
      handlers: { getPipe: busy },
      validation,
    });
    const { status, headers, body } = await other.call('getPipe');
    expect([status, headers['retry-after'], body.code]).toEqual([429, '9', 'rate_limit_exceeded']);
    expect(body.detail).toBe(detail);
  });

  test('counts before the body is read', async () => {
    const broken = { ...as('key-3'), body: '{' };
    await server.call('createPipe', broken);
    await server.call('createPipe', broken);
    expect((await server.call('createPipe', broken)).status).toBe(429);
  });

  test('is counted by each server for itself', async () => {
    const contract = contractOfPaths('getPipe');
    const other = await startServer({ rateLimit: TWO_PER_HOUR, contract });
    await server.call('getPipe', as('key-4'));
    expect((await other.call('getPipe', as('key-4'))).headers.ratelimit).toMatch(/r=1/);
  });

  test('is counted by servers together that have one store', async () => {
    const hits = new Map<string, number>();
    const store: RateLimitStore = {
      async increment(credential) {
        const totalHits = (hits.get(credential) ?? 0) + 1;
        hits.set(credential, totalHits);
        return { totalHits, resetTime: new Date(Date.now() + 60_000) };
      },
    };
    const contract = contractOfPaths('getPipe');
    const rateLimit = { ...TWO_PER_HOUR, store };
    const [one, other] = [
      await startServer({ rateLimit, contract }),
      await startServer({ rateLimit, contract }),
    ];
    await one.call('getPipe', as('key-6'));
    expect((await other.call('getPipe', as('key-6'))).headers.ratelimit).toMatch(/r=0/);
    expect((await one.call('getPipe', as('key-6'))).status).toBe(429);
  });

  test('responds with 500 and accepts no request if the store fails', async () => {
    const store = { increment: () => Promise.reject(new Error('away')) };
    const contract = contractOfPaths('getPipe');
    const failing = await startServer({ rateLimit: { ...TWO_PER_HOUR, store }, contract });
    expect((await failing.call('getPipe', as('key-7'))).status).toBe(500);
  });

  test.each([
    [undefined],
    [{ totalHits: Number.NaN, resetTime: undefined }],
    [{ totalHits: -5, resetTime: undefined }],
    [{ totalHits: '1', resetTime: undefined }],
    [{ totalHits: 1, resetTime: new Date(Number.NaN) }],
    [{ totalHits: 1, resetTime: '2026-11-20T10:00:00Z' }],
  ])('responds with 500 and accepts no request if the store counts %o', async (counted) => {
    const store = { increment: () => counted as never };
    const contract = contractOfPaths('getPipe');
    const confused = await startServer({ rateLimit: { ...TWO_PER_HOUR, store }, contract });
    const { status, headers } = await confused.call('getPipe', as('key-8'));
    expect([status, headers.ratelimit]).toEqual([500, undefined]);
    expect(confused.reached).toEqual([]);
    expect(confused.lines[0]?.message).toContain('The store of the rate limit');
  });

  test('has a partition for each credential, even if the store returns the same object', async () => {
    const counted = { totalHits: 1, resetTime: undefined };
    const rateLimit = { ...TWO_PER_HOUR, store: { increment: () => counted } };
    const sparing = await startServer({ rateLimit, contract: contractOfPaths('getPipe') });
    const policyOf = async (name: string) =>
      (await sparing.call('getPipe', as(name))).headers['ratelimit-policy'];
    expect(await policyOf('key-9')).not.toBe(await policyOf('key-10'));
    expect(await policyOf('key-9')).toBe(await policyOf('key-9'));
  });

  test('does not start with a store that cannot count', async () => {
    const rateLimit = { ...TWO_PER_HOUR, store: {} as RateLimitStore };
    await expect(startServer({ rateLimit })).rejects.toThrow(/rateLimit.store must have .* increment/);
  });

  test('does not count requests without a valid credential', async () => {
    for (let i = 0; i < 3; i++) await server.call('getPipe', as('key-5', 'wrong'));
    expect((await server.call('getPipe', as('key-5'))).headers.ratelimit).toMatch(/r=1/);
  });

  test.each([
    { requests: 0, windowSeconds: 1 },
    { requests: 1, windowSeconds: 0 },
    { requests: 1.5, windowSeconds: 1 },
    { requests: 1, windowSeconds: Number.NaN },
  ])('does not start with %o', async (rateLimit) => {
    await expect(startServer({ rateLimit })).rejects.toThrow(/rateLimit takes whole numbers/);
  });
});
