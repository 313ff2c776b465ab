import type { TimeRange } from '@penstock/engine';
import { errorEntry } from '../base/error-entries.ts';
import { rejectInvalid } from '../base/problems.ts';

/** The range of a query in a request (D-85). */
export interface RequestedRange {
  readonly startTime?: string;
  readonly endTime?: string;
}

const DAY_MS = 24 * 3_600 * 1000;

/** The requested range; the last 24 hours by default. @throws ProblemError 400 if it ends before it begins */
export function rangeOf({ startTime, endTime }: RequestedRange): TimeRange {
  const end = endTime === undefined ? Date.now() : Date.parse(endTime);
  const start = startTime === undefined ? end - DAY_MS : Date.parse(startTime);
  if (start > end)
    rejectInvalid([
      errorEntry('/startTime', 'out_of_range', 'must be before endTime, which is now by default'),
    ]);
  // The engine has no earlier timestamps.
  return { start: Math.max(start, 0), end: Math.max(end, 0) };
}

/** A range in a response. */
export function describeRange({ start, end }: TimeRange): { startTime: string; endTime: string } {
  return { startTime: new Date(start).toISOString(), endTime: new Date(end).toISOString() };
}
