import { type KnownProblemCode, type Problem, type ProblemKind, problems } from '@penstock/contract';
import type { ErrorEntry } from '@penstock/contract/requests';

export type { ErrorEntry } from '@penstock/contract/requests';

/** All that an answer says about a problem. */
export interface DescribedProblem {
  readonly code: string;
  readonly status: number;
  readonly title: string;
  readonly detail: string;
  readonly errors: readonly ErrorEntry[] | undefined;
  readonly headers: Readonly<Record<string, string | number>>;
}

/** What a {@link ProblemError} is made of. */
export interface ProblemOptions {
  /** From the catalogue of the contract, which says the status and the title. */
  readonly code: KnownProblemCode;
  /** What happened and what to do, for the person who reads the answer. No secrets: it leaves the house. */
  readonly detail: string;
  readonly errors?: readonly ErrorEntry[];
  /** Header fields that the operation declares for this status, such as `Retry-After`. */
  readonly headers?: Readonly<Record<string, string | number>>;
  /** The real reason. It goes to the log, under the request id, and never to the caller. */
  readonly cause?: unknown;
}

/**
 * Throw it from a handler, a service or an authenticator: it leaves as `application/problem+json` (RFC 9457, D-07).
 *
 * A status or header that the operation does not declare is a mistake of the server, not an answer: the caller gets
 * a 500 and the log says which operation and status it was. So is a code that the contract does not have.
 */
export class ProblemError extends Error implements DescribedProblem {
  override readonly name = 'ProblemError';
  readonly code: KnownProblemCode;
  readonly status: number;
  readonly title: string;
  readonly detail: string;
  readonly errors: readonly ErrorEntry[] | undefined;
  readonly headers: Readonly<Record<string, string | number>>;

  constructor({ code, detail, errors, headers = {}, cause }: ProblemOptions) {
    const kind: ProblemKind | undefined = problems[code];
    if (kind === undefined)
      throw new TypeError(`${code} is not a problem code of the contract; add an example with it.`);
    super(`${kind.status} ${code}: ${detail}`, { cause });
    this.code = code;
    this.status = kind.status;
    this.title = kind.title;
    this.detail = detail;
    this.errors = errors;
    this.headers = headers;
  }
}

/** The body of a problem answer (D-07, D-09). */
export function problemBody(problem: DescribedProblem, requestId: string): Problem {
  const body = {
    type: `urn:penstock:problem:${problem.code}`,
    title: problem.title,
    status: problem.status,
    detail: problem.detail,
    instance: `urn:uuid:${requestId}`,
    code: problem.code,
    requestId,
    ...(problem.errors === undefined ? {} : { errors: [...problem.errors] }),
  };
  return body as Problem;
}
