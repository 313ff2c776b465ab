import type { problems } from './generated/problems.ts';

/** What all problems of one code have in common (RFC 9457, D-07). */
export interface ProblemKind {
  readonly status: number;
  readonly title: string;
}

/** The codes that this version of the contract knows. Answers of a newer server may hold others. */
export type KnownProblemCode = keyof typeof problems;
