/** How a reconciler spends its time. */
export interface Pace {
  /** How often it looks for work that it was not told of, and extends its leases. */
  readonly lookEveryMs: number;
  /** How long a pipe stays with a process that is not heard of any more. */
  readonly leaseMs: number;
  /** How many pipes one process works for at a time. */
  readonly mostInHand: number;
  /** How often one state is tried before the pipe is `Failed`. */
  readonly mostAttempts: number;
  /** The pause after the first failure; it doubles with every further one. */
  readonly firstPauseMs: number;
  readonly longestPauseMs: number;
}

export const DEFAULT_PACE: Pace = {
  lookEveryMs: 500,
  leaseMs: 10_000,
  mostInHand: 100,
  mostAttempts: 5,
  firstPauseMs: 1_000,
  longestPauseMs: 5 * 60_000,
};

/** The pause after that many attempts. */
export function pauseAfter(attempts: number, { firstPauseMs, longestPauseMs }: Pace): number {
  return Math.min(firstPauseMs * 2 ** (attempts - 1), longestPauseMs);
}
