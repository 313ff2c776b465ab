import type { Request, Response } from 'express';
import { rateLimit, type Store } from 'express-rate-limit';
import type { Logger } from './logger.ts';
import { rateLimitExceeded } from './pipeline-problems.ts';

/** How much one credential may ask for (D-13). */
export interface RateLimitOptions {
  /** Requests per window. */
  readonly requests: number;
  readonly windowSeconds: number;
  /** Where requests are counted; by default in the memory of each server, for itself. */
  readonly store?: RateLimitStore;
}

/** Counts the requests of credentials, for several servers together for example. It has to know the window itself. */
export interface RateLimitStore {
  /** Counts one more request, and says how many the credential has made in its window and when that ends. */
  increment(
    credential: string,
  ): Promise<{ readonly totalHits: number; readonly resetTime: Date | undefined }>;
}

/** Counts a request for a credential or throws the 429 of D-13. */
export type Limit = (request: Request, response: Response, credential: string) => Promise<void>;

const DEFAULT: RateLimitOptions = { requests: 100, windowSeconds: 10 };
const LONGEST_WINDOW_SECONDS = 2_147_483;

/**
 * The rate limit of one server: `RateLimit` and `RateLimit-Policy` as the IETF draft writes them (version 8),
 * `Retry-After` on 429. Each server has its own counters, in memory, unless it is given a store that others share.
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
    ...(options.store !== undefined && { store: counting(options.store) }),
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

/** What the library asks of a store beside counting, it never does with these options. */
function counting(store: RateLimitStore): Store {
  return { increment: (key) => store.increment(key), decrement() {}, resetKey() {} };
}

function refuseNonsense({ requests, windowSeconds }: RateLimitOptions): void {
  const sound = (value: number) => Number.isSafeInteger(value) && value >= 1;
  if (sound(requests) && sound(windowSeconds) && windowSeconds <= LONGEST_WINDOW_SECONDS) return;
  throw new Error(
    `rateLimit takes whole numbers from 1 on (windowSeconds up to ${LONGEST_WINDOW_SECONDS}), not ${requests} requests per ${windowSeconds} seconds.`,
  );
}
