/** A window of an alert, in milliseconds since the UNIX epoch; the end is not part of it. */
export interface AlertWindow {
  readonly start: number;
  readonly end: number;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const UNIT_MS: Readonly<Record<string, number>> = { m: MINUTE_MS, h: HOUR_MS, d: 24 * HOUR_MS };

/** The length of an interval such as `5m`, `6h` or `1d` (D-45). */
export function milliseconds(interval: string): number {
  return Number.parseInt(interval, 10) * (UNIT_MS[interval.at(-1) ?? ''] ?? Number.NaN);
}

/** Missed windows are evaluated later, at most this many (D-77). */
const MOST_WINDOWS = 50;
const SHORT_MS = 15 * MINUTE_MS;

/** How far back missed windows are evaluated (D-77). */
function longestBack(intervalMs: number): number {
  return intervalMs < SHORT_MS ? 6 * HOUR_MS : 24 * HOUR_MS;
}

/** The end of the last window that is complete and has been over for the delay. */
function lastEnd(now: number, intervalMs: number, delayMs: number): number {
  return Math.floor((now - delayMs) / intervalMs) * intervalMs;
}

interface WindowsRequest {
  readonly now: number;
  readonly intervalMs: number;
  readonly delayMs: number;
  /** The end of the last window that was evaluated; undefined evaluates the last complete one only. */
  readonly evaluatedUntil: number | undefined;
}

/** The windows to evaluate, the earliest first. */
export function dueWindows({ now, intervalMs, delayMs, evaluatedUntil }: WindowsRequest): AlertWindow[] {
  const last = lastEnd(now, intervalMs, delayMs);
  const before = Math.floor((evaluatedUntil ?? last - intervalMs) / intervalMs) * intervalMs;
  const back = Math.max(Math.floor(longestBack(intervalMs) / intervalMs), 1);
  const first = Math.max(before, last - Math.min(back, MOST_WINDOWS) * intervalMs);
  return windowsOf({ start: first, end: last }, intervalMs);
}

/** When the window after those that were evaluated can be evaluated. */
export function nextDue({ now, intervalMs, delayMs, evaluatedUntil }: WindowsRequest): number {
  const last = Math.max(lastEnd(now, intervalMs, delayMs), evaluatedUntil ?? 0);
  return (Math.floor(last / intervalMs) + 1) * intervalMs + delayMs;
}

/** The windows that are in a range with their whole length, the earliest first. */
export function windowsOf({ start, end }: AlertWindow, intervalMs: number): AlertWindow[] {
  const first = Math.ceil(start / intervalMs);
  const count = Math.max(Math.floor(end / intervalMs) - first, 0);
  return Array.from({ length: count }, (_, index) => ({
    start: (first + index) * intervalMs,
    end: (first + index + 1) * intervalMs,
  }));
}
