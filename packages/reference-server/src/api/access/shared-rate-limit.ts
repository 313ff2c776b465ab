import type { RateLimitStore } from '@penstock/server';
import type { Pool } from 'pg';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Configuration } from '../configuration.ts';

/**
 * Counts the requests of credentials for all processes of one PostgreSQL together (D-13). While the database is away,
 * each process counts for itself. A credential that is over its limit is remembered in memory until its window ends, so
 * that a flood of refused requests is not a flood of writes.
 */
export function sharedRateLimit(
  pool: Pool,
  { requests, windowSeconds }: Configuration['rateLimit'],
): RateLimitStore {
  const window = { points: requests, duration: windowSeconds, keyPrefix: '' };
  const limiter = new RateLimiterPostgres({
    ...window,
    storeClient: pool,
    tableName: 'rate_limits',
    tableCreated: true,
    inMemoryBlockOnConsumed: requests + 1,
    insuranceLimiter: new RateLimiterMemory(window),
  });
  return {
    async increment(credential) {
      const { consumedPoints, msBeforeNext } = await limiter.consume(credential).catch(refusal(requests));
      return { totalHits: consumedPoints, resetTime: new Date(Date.now() + msBeforeNext) };
    },
  };
}

/** The library throws what it answers once the limit is passed; from memory, without the number of requests. */
function refusal(requests: number) {
  return (thrown: unknown) => {
    if (!(thrown instanceof RateLimiterRes)) throw thrown;
    const { consumedPoints, msBeforeNext } = thrown;
    return { consumedPoints: Math.max(consumedPoints, requests + 1), msBeforeNext };
  };
}
