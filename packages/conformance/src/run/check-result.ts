import type { Check } from '../check.ts';

/** A rule of the contract that the server broke. */
export interface Violation {
  /** The expectation that was not met, as a sentence. */
  readonly message: string;
  /** A command line that repeats the request; its credentials are environment variables. */
  readonly request?: string;
  /** The response; its body is cut. */
  readonly response?: { readonly status: number; readonly body: string };
}

/** The result of a check. */
export interface CheckResult {
  readonly check: Omit<Check, 'run'>;
  readonly outcome: 'passed' | 'failed' | 'skipped';
  readonly violations: readonly Violation[];
  /** The reason that the check was skipped. */
  readonly reason?: string;
  /** Whether it ended with a request without a response. */
  readonly noResponse?: boolean;
  readonly milliseconds: number;
}
