import { hash } from 'node:crypto';
import type { Response } from 'express';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { requestContextOf } from '../http/request-context.ts';
import { isPending } from '../pending.ts';
import { rateLimitExceeded } from '../problems/pipeline-problems.ts';

/** The quota of one credential (D-13). */
export interface RateLimitOptions {
  /** Requests per window. */
  readonly requests: number;
  readonly windowSeconds: number;
  /** Counts the requests. Default: the memory of each server. */
  readonly store?: RateLimitStore;
}

/** Counts the requests of credentials, for example for several servers together. The store defines the window. */
export interface RateLimitStore {
  /** Counts one more request and returns the total of the credential's current window and the end of that window. */
  increment(credential: string): Promise<Counted> | Counted;
}

interface Counted {
  readonly totalHits: number;
  readonly resetTime: Date | undefined;
}

/** Counts a request for a credential or throws the 429 of D-13. */
export type Limit = (response: Response, credential: string) => Promise<void> | undefined;

const DEFAULT: RateLimitOptions = { requests: 100, windowSeconds: 10 };
/** The partition only indicates whether two requests are counted together. */
const PARTITION_BYTES = 9;
const POLICY_NAME = 'default';
const MAX_WINDOW_SECONDS = 2_147_483;
const MAX_CACHED_POLICIES = 1000;

/**
 * The rate limit of one server: `RateLimit` and `RateLimit-Policy` as in version 8 of the IETF draft, `Retry-After` on
 * 429. The headers are written here because rate-limiter-flexible only counts.
 *
 * @throws Error if the options are not positive whole numbers, or the store has no `increment`.
 */
export function createRateLimit(options: RateLimitOptions = DEFAULT): Limit {
  rejectInvalidOptions(options);
  const { requests, windowSeconds, store = memoryStore(options) } = options;
  const policyOf = cachedPolicies(options);

  const apply = (response: Response, credential: string, counted: Counted) => {
    rejectInvalidCount(counted);
    // A body that cannot be read gets its response from protocol-errors.ts, which does not wait for the store.
    if (response.headersSent) return;
    const left = Math.max(requests - counted.totalHits, 0);
    const seconds = secondsUntil(counted.resetTime, windowSeconds);
    const { headers } = requestContextOf(response);
    headers.set('RateLimit', `"${POLICY_NAME}"; r=${left}; t=${seconds}`);
    headers.set('RateLimit-Policy', policyOf(credential));
    if (counted.totalHits <= requests) return;
    headers.set('Retry-After', seconds);
    throw rateLimitExceeded();
  };
  return (response, credential) => {
    const counted = store.increment(credential);
    if (isPending(counted))
      return Promise.resolve(counted).then((total) => apply(response, credential, total));
    apply(response, credential, counted);
    return undefined;
  };
}

function memoryStore({ requests, windowSeconds }: RateLimitOptions): RateLimitStore {
  const limiter = new RateLimiterMemory({ points: requests, duration: windowSeconds, keyPrefix: '' });
  return {
    // `penalty` counts like `consume` and does not throw above the limit.
    increment: (credential) =>
      limiter.penalty(credential).then(({ consumedPoints, msBeforeNext }) => ({
        totalHits: consumedPoints,
        resetTime: new Date(Date.now() + msBeforeNext),
      })),
  };
}

/** Remembers the policies of the latest credentials: a hash per request costs as much as the rest of the rate limit. */
function cachedPolicies(options: RateLimitOptions): (credential: string) => string {
  const policies = new Map<string, string>();
  return (credential) => {
    const known = policies.get(credential);
    if (known !== undefined) return known;
    const policy = policyFor(credential, options);
    if (policies.size === MAX_CACHED_POLICIES) policies.clear();
    policies.set(credential, policy);
    return policy;
  };
}

/** The partition is a hash of the credential because every response has it, and responses end up in logs. */
function policyFor(credential: string, { requests, windowSeconds }: RateLimitOptions): string {
  const partition = hash('sha256', credential, 'buffer').subarray(0, PARTITION_BYTES).toString('base64');
  return `"${POLICY_NAME}"; q=${requests}; w=${windowSeconds}; pk=:${partition}:`;
}

function secondsUntil(reset: Date | undefined, windowSeconds: number): number {
  if (reset === undefined) return windowSeconds;
  return Math.max(Math.ceil((reset.getTime() - Date.now()) / 1000), 0);
}

/** Fails closed: NaN is not above any quota. */
function rejectInvalidCount(counted: Counted | undefined): void {
  const { totalHits, resetTime } = counted ?? {};
  const isTime = resetTime === undefined || (resetTime instanceof Date && !Number.isNaN(resetTime.getTime()));
  if (Number.isSafeInteger(totalHits) && Number(totalHits) >= 1 && isTime) return;
  throw new Error(
    'The store of the rate limit must return { totalHits, resetTime }: a whole number of at least 1, and a Date or undefined.',
  );
}

function rejectInvalidOptions({ requests, windowSeconds, store }: RateLimitOptions): void {
  if (store !== undefined && typeof store.increment !== 'function')
    throw new Error('rateLimit.store must have a method increment.');
  const isValid = (value: number) => Number.isSafeInteger(value) && value >= 1;
  if (isValid(requests) && isValid(windowSeconds) && windowSeconds <= MAX_WINDOW_SECONDS) return;
  throw new Error(
    `rateLimit takes whole numbers of at least 1 (windowSeconds at most ${MAX_WINDOW_SECONDS}), not ${requests} requests per ${windowSeconds} seconds.`,
  );
}
