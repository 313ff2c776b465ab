/** Any JSON value. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

/** `request` is sent to the server, `response` by it. */
export type Direction = 'request' | 'response';

/** The value of `x-stability`; operations without it count as `stable`. */
export type Tier = 'stable' | 'beta' | 'experimental';

/** The part of a version to increment; `none` for a change that needs no new version. */
export type Bump = 'none' | 'patch' | 'minor' | 'major';

/**
 * The effect of a change on users of the contract: `breaking` stops programs, `additive` is behaviour that
 * old programs do not notice, `documentation` is for readers.
 */
export type Impact = 'breaking' | 'additive' | 'documentation';

/** An operation that a change affects, and the directions. */
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
  /** The strictest tier of the affected operations. */
  readonly tier: Tier;
  /** The rule that reports it as breaking; `added`, `removed` or `modified` for other changes. */
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
  /** Every affected operation; none if it concerns the whole document. */
  readonly operations: readonly AffectedOperation[];
  /** Distinguishes this change from another one at the same pointer; an approval quotes it. */
  readonly fingerprint: string;
  /** The line in the file, if the change is one line of one file. */
  readonly location?: { readonly file: string; readonly line: number };
}
