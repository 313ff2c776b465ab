/** What holds for every part of a run. */
export interface Settings {
  readonly rounds: number;
  /** Requests before the counted ones, so that V8 has made up its mind. */
  readonly warmUp: number;
  /** Requests that are counted, in each round. */
  readonly counted: number;
  /** Requests with different Content-Types. */
  readonly contentTypes: number;
  /** Where the servers run; undefined leaves that to the system. */
  readonly serverCore: number | undefined;
}

/** Tells somebody who waits what is being done. */
export type Progress = (what: string) => void;

/** The names in turns: every second round backwards, so that a machine that gets slower is slower for all. */
export function* turns<Name>(
  names: readonly Name[],
  rounds: number,
): Generator<{ round: number; name: Name }> {
  for (let round = 1; round <= rounds; round++) {
    for (const name of round % 2 === 1 ? names : names.toReversed()) yield { round, name };
  }
}

/** The value in the middle; of an even number of values the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
  const lower = sorted[Math.ceil(sorted.length / 2) - 1] ?? Number.NaN;
  return (lower + upper) / 2;
}
