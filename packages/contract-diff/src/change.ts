/** Any JSON value. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

/** `request` is sent to the server, `response` by it. */
export type Direction = 'request' | 'response';

/** The promise that an operation makes by `x-stability`; one that makes none counts as `stable`. */
export type Tier = 'stable' | 'beta' | 'experimental';

/** The parts of a version, and `none` for a change that needs no new one. */
export type Bump = 'none' | 'patch' | 'minor' | 'major';

/**
 * The effect of a change on users of the contract: `breaking` stops programs, `additive` is behaviour that
 * old programs do not notice, `documentation` is for readers.
 */
export type Impact = 'breaking' | 'additive' | 'documentation';

/** An operation that a change reaches, and on which way. */
export interface AffectedOperation {
  /** As it is written in HTTP, such as `GET`. */
  readonly method: string;
  /** The path template, or the name of a webhook. */
  readonly path: string;
  readonly operationId?: string;
  readonly tier: Tier;
  readonly directions: readonly Direction[];
}

/** One change between two versions of a document. */
export interface Change {
  readonly impact: Impact;
  /** The strictest promise among the operations it reaches. */
  readonly tier: Tier;
  /** The rule that calls it breaking; `added`, `removed` or `modified` for one that no rule does. */
  readonly rule: string;
  /** JSON pointer (RFC 6901) of the changed node, in the old document unless the node is new. */
  readonly pointer: string;
  /** The same node in plain words, such as "schema `Alert`, property `source`"; empty for an operation as a whole. */
  readonly part: string;
  /** In plain words; names are in backticks. */
  readonly summary: string;
  readonly before?: Json;
  readonly after?: Json;
  /** For a breaking change: which programs it breaks, and how. */
  readonly why?: string;
  /** For a breaking change: an alternative that breaks no client. */
  readonly instead?: string;
  /** For a changed text: what a program cannot decide and a reader must. */
  readonly caution?: string;
  /** Every operation it reaches; none if it concerns the whole document. */
  readonly operations: readonly AffectedOperation[];
  /** Distinguishes this change from another one at the same pointer; an approval quotes it. */
  readonly fingerprint: string;
  /** The line in the file, if the change is one line of one file. */
  readonly location?: { readonly file: string; readonly line: number };
}
