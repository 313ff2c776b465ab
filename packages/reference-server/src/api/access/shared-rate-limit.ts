import type { RateLimitStore } from '@penstock/server';
import type { Pool } from 'pg';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Configuration } from '../configuration.ts';

/**
 * Counts the requests of each credential across all processes that share a PostgreSQL database (D-13). While the database
 * is unavailable, each process counts on its own. A credential over its limit is kept in memory until its window ends, so
 * rejected requests cause no writes.
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
      const { consumedPoints, msBeforeNext } = await limiter.consume(credential).catch(rejection(requests));
      return { totalHits: consumedPoints, resetTime: new Date(Date.now() + msBeforeNext) };
    },
  };
}

/** Over the limit, the library throws its result; when it comes from memory, the number of requests is missing. */
function rejection(requests: number) {
  return (thrown: unknown) => {
    if (!(thrown instanceof RateLimiterRes)) throw thrown;
    const { consumedPoints, msBeforeNext } = thrown;
    return { consumedPoints: Math.max(consumedPoints, requests + 1), msBeforeNext };
  };
}
