/*
 * How long to wait before a request is sent again.
 */

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 8_000;
/** The longest that a server may make a client wait; a larger wish is cut to this. */
const LONGEST_WISH_MS = 60_000;

/**
 * The pause after an attempt: what the server asks for, at most a minute; else exponential with full jitter, so that
 * clients that failed together do not come back together.
 */
export function pauseAfter(attempt: number, headers: Headers | undefined): number {
  const wish = headers && retryAfterMs(headers);
  if (wish !== undefined) return Math.min(wish, LONGEST_WISH_MS);
  return Math.random() * Math.min(FIRST_PAUSE_MS * 2 ** (attempt - 1), LONGEST_PAUSE_MS);
}

/**
 * When the server takes the next request: `Retry-After` in seconds or as a date (RFC 9110, 10.2.3), else the end of a
 * window of `RateLimit` (IETF draft, D-13) of which nothing is left.
 */
export function retryAfterMs(headers: Headers): number | undefined {
  const asked = headers.get('retry-after') ?? '';
  if (/^\d+$/.test(asked)) return Number(asked) * 1000;
  const date = Date.parse(asked);
  if (date) return Math.max(0, date - Date.now());
  const window = /;\s*r=0\s*;\s*t=(\d+)/.exec(headers.get('ratelimit') ?? '');
  return window ? Number(window[1]) * 1000 : undefined;
}
