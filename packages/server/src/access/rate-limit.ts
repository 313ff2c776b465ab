import { hash } from 'node:crypto';
import type { Response } from 'express';
import { MemoryStore, type Options } from 'express-rate-limit';
import { rateLimitExceeded } from '../problems/pipeline-problems.ts';

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
  increment(credential: string): Promise<Counted> | Counted;
}

interface Counted {
  readonly totalHits: number;
  readonly resetTime: Date | undefined;
}

/** Counts a request for a credential or throws the 429 of D-13. */
export type Limit = (response: Response, credential: string) => Promise<void>;

const DEFAULT: RateLimitOptions = { requests: 100, windowSeconds: 10 };
/** Who looks at it wants to know whether two requests are counted together, no more. */
const PARTITION_BYTES = 9;
const POLICY_NAME = 'default';
const LONGEST_WINDOW_SECONDS = 2_147_483;

/**
 * The rate limit of one server: `RateLimit` and `RateLimit-Policy` as the IETF draft writes them (version 8),
 * `Retry-After` on 429. Each server has its own counters, in memory, unless it is given a store that others share.
 *
 * The library counts, and its middleware stays out of it: that hashes the credential anew for every request and works
 * out things that nobody here asks for (the caller's address, say), which cost more than the rest of a small request.
 *
 * @throws Error if the options are not positive whole numbers, or the store has no way to count.
 */
export function createRateLimit(options: RateLimitOptions = DEFAULT): Limit {
  rejectInvalidOptions(options);
  const { requests, windowSeconds, store = memoryStore(windowSeconds) } = options;
  // By what the store has of a credential, so that both are forgotten together. A store may have one object for many.
  const policies = new WeakMap<object, { readonly credential: string; readonly policy: string }>();
  const policyOf = (counted: object, credential: string) => {
    const known = policies.get(counted);
    if (known?.credential === credential) return known.policy;
    const policy = policyFor(credential, options);
    policies.set(counted, { credential, policy });
    return policy;
  };

  return async (response, credential) => {
    const counted = await store.increment(credential);
    rejectInvalidCount(counted);
    // Beneath the app a body that cannot be read is answered at once.
    if (response.headersSent) return;
    const left = Math.max(requests - counted.totalHits, 0);
    const seconds = secondsUntil(counted.resetTime, windowSeconds);
    response.setHeader('RateLimit', `"${POLICY_NAME}"; r=${left}; t=${seconds}`);
    response.setHeader('RateLimit-Policy', policyOf(counted, credential));
    if (counted.totalHits <= requests) return;
    response.setHeader('Retry-After', seconds);
    throw rateLimitExceeded();
  };
}

function memoryStore(windowSeconds: number): RateLimitStore {
  const store = new MemoryStore();
  store.init({ windowMs: windowSeconds * 1000 } as Options);
  return store;
}

/** The credential is told by a hash: it is on every answer, and answers end up in logs. */
function policyFor(credential: string, { requests, windowSeconds }: RateLimitOptions): string {
  const partition = hash('sha256', credential, 'buffer').subarray(0, PARTITION_BYTES).toString('base64');
  return `"${POLICY_NAME}"; q=${requests}; w=${windowSeconds}; pk=:${partition}:`;
}

function secondsUntil(reset: Date | undefined, windowSeconds: number): number {
  if (reset === undefined) return windowSeconds;
  return Math.max(Math.ceil((reset.getTime() - Date.now()) / 1000), 0);
}

/** Fails closed: a number that is none is above no quota. */
function rejectInvalidCount(counted: Counted | undefined): void {
  const { totalHits, resetTime } = counted ?? {};
  const isTime = resetTime === undefined || (resetTime instanceof Date && !Number.isNaN(resetTime.getTime()));
  if (Number.isSafeInteger(totalHits) && Number(totalHits) >= 1 && isTime) return;
  throw new Error(
    'The store of the rate limit has to return { totalHits, resetTime }: a whole number from 1 on, and a Date or undefined.',
  );
}

function rejectInvalidOptions({ requests, windowSeconds, store }: RateLimitOptions): void {
  if (store !== undefined && typeof store.increment !== 'function')
    throw new Error('rateLimit.store has to have a method increment.');
  const sound = (value: number) => Number.isSafeInteger(value) && value >= 1;
  if (sound(requests) && sound(windowSeconds) && windowSeconds <= LONGEST_WINDOW_SECONDS) return;
  throw new Error(
    `rateLimit takes whole numbers from 1 on (windowSeconds up to ${LONGEST_WINDOW_SECONDS}), not ${requests} requests per ${windowSeconds} seconds.`,
  );
}
