import type { Request, Response } from 'express';
import { rateLimit } from 'express-rate-limit';
import type { Logger } from './logger.ts';
import { rateLimitExceeded } from './pipeline-problems.ts';

/** How much one credential may ask for (D-13). */
export interface RateLimitOptions {
  /** Requests per window. */
  readonly requests: number;
  readonly windowSeconds: number;
}

/** Counts a request for a credential or throws the 429 of D-13. */
export type Limit = (request: Request, response: Response, credential: string) => Promise<void>;

const DEFAULT: RateLimitOptions = { requests: 100, windowSeconds: 10 };
const LONGEST_WINDOW_SECONDS = 2_147_483;

/**
 * The rate limit of one server: `RateLimit` and `RateLimit-Policy` as the IETF draft writes them (version 8),
 * `Retry-After` on 429. Each server has its own counters, in memory.
 *
 * @throws Error if the options are not positive whole numbers.
 */
export function createRateLimit(options: RateLimitOptions = DEFAULT, logger: Logger): Limit {
  refuseNonsense(options);
  const credentials = new WeakMap<Request, string>();
  const limiter = rateLimit({
    limit: options.requests,
    windowMs: options.windowSeconds * 1000,
    standardHeaders: 'draft-8',
    legacyHeaders: false,
    identifier: 'default',
    keyGenerator: (request) => credentials.get(request) ?? '',
    // The library's own handler would send text; ours hands the problem to the one error pipeline.
    handler: (_request, _response, next) => next(rateLimitExceeded()),
    logger: {
      error: (...parts: unknown[]) => logger.error({ parts }, 'rate limit'),
      warn: (...parts: unknown[]) => logger.warn({ parts }, 'rate limit'),
    },
  });

  return (request, response, credential) => {
    credentials.set(request, credential);
    return new Promise((resolve, reject) => {
      limiter(request, response, (error?: unknown) => (error === undefined ? resolve() : reject(error)));
    });
  };
}

function refuseNonsense({ requests, windowSeconds }: RateLimitOptions): void {
  const sound = (value: number) => Number.isSafeInteger(value) && value >= 1;
  if (sound(requests) && sound(windowSeconds) && windowSeconds <= LONGEST_WINDOW_SECONDS) return;
  throw new Error(
    `rateLimit takes whole numbers from 1 on (windowSeconds up to ${LONGEST_WINDOW_SECONDS}), not ${requests} requests per ${windowSeconds} seconds.`,
  );
}
