/** The data of the shop is made in slices of time, counted since the UNIX epoch. */
export const SLICE_MS = 10_000;

/** The last slice of each minute has the metrics of the minute. */
export const SLICES_PER_MINUTE = 60_000 / SLICE_MS;

const SLICES_PER_DAY = 86_400_000 / SLICE_MS;

/** The slice that contains a time. */
export function sliceAt(ms: number): number {
  return Math.floor(ms / SLICE_MS);
}

/** The first slice of the UTC day of a slice. The processes of the shop start at midnight, and so do their counters. */
export function startOfDay(slice: number): number {
  return slice - (slice % SLICES_PER_DAY);
}

/** A time in microseconds since the UNIX epoch, as the engine parses it. */
export function timestampOf(micros: number): string {
  const rest = String(micros % 1000).padStart(3, '0');
  return `${new Date(Math.floor(micros / 1000)).toISOString().slice(0, -1)}${rest}Z`;
}
