import type { Check } from '../check.ts';

/** A place where the server does not keep the contract. */
export interface Finding {
  /** What was expected, or what is wrong, as a sentence. */
  readonly message: string;
  /** A command line that sends the request again; credentials stand in it as variables of the environment. */
  readonly request?: string;
  /** What came. The body is cut. */
  readonly answer?: { readonly status: number; readonly body: string };
}

/** What became of a check. */
export interface Verdict {
  readonly check: Omit<Check, 'run'>;
  readonly outcome: 'passed' | 'failed' | 'skipped';
  readonly findings: readonly Finding[];
  /** Why it was skipped. */
  readonly reason?: string;
  /** It ended with a request that had no answer at all. */
  readonly unanswered?: boolean;
  readonly milliseconds: number;
}
