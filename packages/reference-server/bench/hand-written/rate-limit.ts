import type { RequestHandler } from 'express';
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';

const WINDOW_SECONDS = 10;

/** Counts the requests of each key, after its authentication. */
export function rateLimit(requests: number): RequestHandler {
  const limiter = new RateLimiterMemory({ points: requests, duration: WINDOW_SECONDS });
  return async (_request, response, next) => {
    try {
      const { remainingPoints, msBeforeNext } = await limiter.consume(response.locals.keyId);
      response.set('RateLimit', `"default"; r=${remainingPoints}; t=${Math.ceil(msBeforeNext / 1000)}`);
      response.set('RateLimit-Policy', `"default"; q=${requests}; w=${WINDOW_SECONDS}`);
      next();
    } catch (rejection) {
      const { msBeforeNext } = rejection as RateLimiterRes;
      response.set('Retry-After', String(Math.ceil(msBeforeNext / 1000))).sendStatus(429);
    }
  };
}
