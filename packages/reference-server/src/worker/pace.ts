/** The intervals and limits of a reconciler. */
export interface Pace {
  /** The interval of polling for work and of renewing leases. */
  readonly pollMs: number;
  /** The time after which the pipes of an unresponsive process pass to another one. */
  readonly leaseMs: number;
  /** The maximum number of pipes that one process brings to their next state at once. Pipes whose data moves do not count. */
  readonly maxPipes: number;
  /** The number of attempts per state before the pipe is `Failed` because of a defect of the service. */
  readonly maxAttempts: number;
  /**
   * The number of processes that may end while they work on a pipe, and before it gets further, before the pipe is `Failed`. All pipes of
   * a process count its end, so it is far greater than the number of attempts.
   */
  readonly maxCrashes: number;
  /** The pause after the first failure; it doubles with each further failure. */
  readonly initialPauseMs: number;
  readonly maxPauseMs: number;
  /** The time after which a pipe is `Failed` whose source or destination does not work. */
  readonly maxFailureMs: number;
}

export const DEFAULT_PACE: Pace = {
  pollMs: 500,
  leaseMs: 10_000,
  maxPipes: 100,
  maxAttempts: 5,
  maxCrashes: 20,
  initialPauseMs: 1_000,
  maxPauseMs: 30_000,
  maxFailureMs: 15 * 60_000,
};

const SHORTEST_LEASE_MS = 1_000;

/**
 * The pace of a worker with these settings. A lease ends two polls earlier than its setting, so that other processes have the pipes of
 * an unresponsive one within that time.
 */
export function paceOf(settings: {
  readonly leaseSeconds: number;
  readonly pipeFailureMinutes: number;
}): Pace {
  const { pollMs } = DEFAULT_PACE;
  return {
    ...DEFAULT_PACE,
    leaseMs: Math.max(SHORTEST_LEASE_MS, settings.leaseSeconds * 1_000 - 2 * pollMs),
    maxFailureMs: settings.pipeFailureMinutes * 60_000,
  };
}

/** The pause after a number of attempts. */
export function pauseAfter(attempts: number, { initialPauseMs, maxPauseMs }: Pace): number {
  return Math.min(initialPauseMs * 2 ** (attempts - 1), maxPauseMs);
}
