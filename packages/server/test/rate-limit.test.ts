import { describe, expect, it } from 'vitest';
import { basic, startServer } from './harness.ts';

const TWO_PER_HOUR = { requests: 2, windowSeconds: 3600 };

describe('rate limit', () => {
  it('is per credential, announced, and a 429 problem when used up', async () => {
    const server = await startServer({ rateLimit: TWO_PER_HOUR });
    const first = await server.call('getPipe');
    expect(first.headers.ratelimit).toMatch(/^"default"; r=1; t=\d+$/);
    expect(first.headers['ratelimit-policy']).toMatch(/^"default"; q=2; w=3600; pk=:.+:$/);
    expect((await server.call('getPipe')).status).toBe(200);

    const third = await server.call('getPipe');
    expect(third.status).toBe(429);
    expect(Number(third.headers['retry-after'])).toBeGreaterThan(0);
    expect(third.headers.ratelimit).toMatch(/r=0/);
    expect(third.headers['content-type']).toBe('application/problem+json');
    expect(third.body).toMatchObject({
      code: 'rate_limit_exceeded',
      requestId: third.headers['x-request-id'],
    });

    const other = { headers: { authorization: basic('key-2', 'right') } };
    expect((await server.call('getPipe', other)).status).toBe(200);
    // The same id on the other surface is another credential.
    expect((await server.call('getAlert')).status).toBe(200);
  });

  it('counts before the body is read', async () => {
    const server = await startServer({ rateLimit: TWO_PER_HOUR });
    await server.call('createPipe', { body: '{' });
    await server.call('createPipe', { body: '{' });
    expect((await server.call('createPipe', { body: '{' })).status).toBe(429);
  });

  it('is counted by each server for itself', async () => {
    const [a, b] = [
      await startServer({ rateLimit: TWO_PER_HOUR }),
      await startServer({ rateLimit: TWO_PER_HOUR }),
    ];
    await a.call('getPipe');
    expect((await b.call('getPipe')).headers.ratelimit).toMatch(/r=1/);
  });

  it('does not count what has no valid credential', async () => {
    const server = await startServer({ rateLimit: TWO_PER_HOUR });
    for (let i = 0; i < 3; i++)
      await server.call('getPipe', { headers: { authorization: basic('key-1', 'wrong') } });
    expect((await server.call('getPipe')).headers.ratelimit).toMatch(/r=1/);
  });

  it.each([
    { requests: 0, windowSeconds: 1 },
    { requests: 1, windowSeconds: 0 },
    { requests: 1.5, windowSeconds: 1 },
    { requests: 1, windowSeconds: Number.NaN },
  ])('refuses to start with %o', async (rateLimit) => {
    await expect(startServer({ rateLimit })).rejects.toThrow(/rateLimit takes whole numbers/);
  });
});
