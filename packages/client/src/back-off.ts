/*
 * The pause before a retry.
 */

const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 8_000;
/** The longest pause that a server can request; longer ones are cut to this. */
const MAX_RETRY_AFTER_MS = 60_000;

/**
 * Returns the pause after an attempt. The server's `Retry-After` wins, up to a minute. Otherwise the pause grows
 * exponentially with full jitter, so that clients that failed together do not retry together.
 */
export function pauseAfter(attempt: number, headers: Headers | undefined): number {
  const requested = headers && retryAfterMs(headers);
  if (requested !== undefined) return Math.min(requested, MAX_RETRY_AFTER_MS);
  return Math.random() * Math.min(FIRST_PAUSE_MS * 2 ** (attempt - 1), MAX_PAUSE_MS);
}

/**
 * Returns the time until the server accepts the next request: `Retry-After` in seconds or as a date (RFC 9110, 10.2.3),
 * otherwise the rest of an exhausted `RateLimit` window (IETF draft, D-13).
 */
export function retryAfterMs(headers: Headers): number | undefined {
  const value = headers.get('retry-after') ?? '';
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  const date = Date.parse(value);
  if (date) return Math.max(0, date - Date.now());
  const window = /;\s*r=0\s*;\s*t=(\d+)/.exec(headers.get('ratelimit') ?? '');
  return window ? Number(window[1]) * 1000 : undefined;
}
