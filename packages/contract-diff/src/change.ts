/** Any value that JSON can hold. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

/** Who writes what is described: `request` goes to the server, `response` comes from it. */
export type Direction = 'request' | 'response';

/** The promise that an operation makes by `x-stability`; one that makes none counts as `stable`. */
export type Tier = 'stable' | 'beta' | 'experimental';

/** The parts of a version, and `none` for a change that needs no new one. */
export type Bump = 'none' | 'patch' | 'minor' | 'major';

/**
 * What a change does to who uses the contract: `breaking` stops somebody's program, `additive` is behaviour that
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
  /** JSON pointer (RFC 6901) of the changed place, in the old document unless the place is new. */
  readonly pointer: string;
  /** The same place in plain words, such as "schema `Alert`, property `source`"; empty for an operation as a whole. */
  readonly place: string;
  /** In plain words; names are in backticks. */
  readonly summary: string;
  readonly before?: Json;
  readonly after?: Json;
  /** Of a breaking change: whom it breaks, and how. */
  readonly why?: string;
  /** Of a breaking change: how to have it without breaking anybody. */
  readonly instead?: string;
  /** Of a text that was changed: what a program cannot tell and a reader has to. */
  readonly caution?: string;
  /** Every operation it reaches; none if it concerns the whole document. */
  readonly operations: readonly AffectedOperation[];
  /** Tells this change from another one at the same place; what an approval quotes. */
  readonly fingerprint: string;
  /** Where it is written, if that is one line of one file. */
  readonly location?: { readonly file: string; readonly line: number };
}
