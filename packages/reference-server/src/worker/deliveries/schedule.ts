const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** The pauses between the attempts (D-52). */
const PAUSES_MS: readonly number[] = [
  5 * SECOND_MS,
  30 * SECOND_MS,
  2 * MINUTE_MS,
  10 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  6 * HOUR_MS,
  12 * HOUR_MS,
];
const JITTER = 0.2;
const LONGEST_RETRY_AFTER_MS = HOUR_MS;

/**
 * The pause after a number of attempts; undefined after the last one. It is never shorter than the receiver asked for.
 *
 * @param random from 0 to 1
 */
export function pauseAfter(
  tried: number,
  retryAfterMs = 0,
  random: () => number = Math.random,
): number | undefined {
  const pause = PAUSES_MS[tried - 1];
  if (pause === undefined) return undefined;
  const jittered = Math.round(pause * (1 + JITTER * (2 * random() - 1)));
  return Math.max(jittered, Math.min(retryAfterMs, LONGEST_RETRY_AFTER_MS));
}

/** The duration in a `Retry-After` header: seconds or a date (RFC 9110 section 10.2.3). Undefined if it is neither. */
export function retryAfterOf(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  if (/^\d{1,10}$/.test(header)) return Number(header) * SECOND_MS;
  const at = header.endsWith(' GMT') ? Date.parse(header) : Number.NaN;
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}
