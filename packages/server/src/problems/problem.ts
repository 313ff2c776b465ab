import { type KnownProblemCode, type Problem, type ProblemKind, problems } from '@penstock/contract';
import type { ErrorEntry } from '@penstock/contract/requests';
import { MAX_ERRORS } from '@penstock/contract/validators';

export type { ErrorEntry } from '@penstock/contract/requests';

/** The parts of a problem response. */
export interface DescribedProblem {
  readonly code: string;
  readonly status: number;
  readonly title: string;
  readonly detail: string;
  readonly errors: readonly ErrorEntry[] | undefined;
  readonly headers: Readonly<Record<string, string | number>>;
}

/** Options of a {@link ProblemError}. */
export interface ProblemOptions {
  /** From the catalogue of the contract, which has the status and the title. */
  readonly code: KnownProblemCode;
  /** Two sentences for the caller: the error, and how to fix it. It must not contain secrets. */
  readonly detail: string;
  /** The response contains at most 50 of them. */
  readonly errors?: readonly ErrorEntry[];
  /** Header fields that the operation declares for this status, such as `Retry-After`. */
  readonly headers?: Readonly<Record<string, string | number>>;
  /** The internal reason. It is logged with the request id and never sent to the caller. */
  readonly cause?: unknown;
}

/**
 * Throw it from a handler, a service or an authenticator: the server sends it as `application/problem+json` (RFC 9457,
 * D-07).
 *
 * A status, header or code that the operation does not declare is a bug of the server: the caller gets a 500, and the
 * log has the operation and the status.
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
    this.errors = errors?.slice(0, MAX_ERRORS);
    this.headers = headers;
  }
}

/** Returns the body of a problem response (D-07, D-09). */
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
