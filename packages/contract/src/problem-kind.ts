import type { problems } from './generated/problems.ts';

/** The status and title that all problems with the same code have (RFC 9457, D-07). */
export interface ProblemKind {
  readonly status: number;
  readonly title: string;
}

/** The codes of this version of the contract. Responses of a newer server may contain others. */
export type KnownProblemCode = keyof typeof problems;
