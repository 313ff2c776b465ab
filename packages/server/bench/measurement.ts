/** The settings of every part of a run. */
export interface Settings {
  /** At most; a part that is out of time ends after the round. */
  readonly rounds: number;
  /** The time limit of all parts together. */
  readonly seconds: number;
  /** Requests before the counted ones, so that V8 has optimized the code. */
  readonly warmUp: number;
  /** Requests that are counted, in each round. */
  readonly counted: number;
  /** Requests with different Content-Types. */
  readonly contentTypes: number;
  /** The core of the servers; undefined leaves the choice to the system. */
  readonly serverCore: number | undefined;
}

/** Reports the current step. */
export type Progress = (what: string) => void;

/**
 * Returns the names in rounds, every second round in reverse, so that a machine that gets slower is slower for all. No
 * round starts after the deadline (of `performance.now`), but the first one.
 */
export function* turns<Name>(
  names: readonly Name[],
  rounds: number,
  deadline = Number.POSITIVE_INFINITY,
): Generator<{ round: number; name: Name }> {
  for (let round = 1; round <= rounds; round++) {
    if (round > 1 && performance.now() > deadline) return;
    for (const name of round % 2 === 1 ? names : names.toReversed()) yield { round, name };
  }
}

/** The middle value; the mean of the two middle values if their number is even. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
  const lower = sorted[Math.ceil(sorted.length / 2) - 1] ?? Number.NaN;
  return (lower + upper) / 2;
}
