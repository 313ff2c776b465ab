import type { FilledDatabase } from '../filled-database.ts';

/** A line of the table. */
export interface Figure {
  readonly what: string;
  readonly measured: string;
  /** Empty if nothing is wanted. */
  readonly wanted: string;
  readonly kept: boolean;
}

/** What the parts of a run share. */
export interface Run {
  readonly rounds: number;
  /** How many pipes are many. */
  readonly pipes: number;
  /** Of `performance.now`: databases are not filled any longer. */
  readonly deadline: number;
  /** A database with pipes, which other parts use as well. */
  readonly database: (kind: DatabaseKind, pipes: number) => Promise<FilledDatabase>;
  readonly progress: (what: string) => void;
}

export type DatabaseKind = 'SQLite' | 'PostgreSQL';

/** Measures something. If it fails, its error is a sentence in the table, and the other parts are measured. */
export type Part = (run: Run) => Promise<readonly Figure[]>;

/** The pipes of a small database. */
export const FEW = 1_000;

/** A ratio and the two figures behind it. */
export function atMost(what: string, ratio: number, limit: number, detail: string): Figure {
  return {
    what,
    measured: `${ratio.toFixed(2)} (${detail})`,
    wanted: `at most ${limit}`,
    kept: ratio <= limit,
  };
}

export function atLeast(what: string, ratio: number, limit: number, detail: string): Figure {
  return {
    what,
    measured: `${ratio.toFixed(2)} (${detail})`,
    wanted: `at least ${limit}`,
    kept: ratio >= limit,
  };
}

/** A figure without a goal. */
export function known(what: string, measured: string): Figure {
  return { what, measured, wanted: '', kept: true };
}
