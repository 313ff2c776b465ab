import type { OperationId } from '@penstock/contract';
import type { Problem, ProblemCode, ProblemEntry } from './contract-views.ts';

/**
 * What the client itself finds wrong, beside the codes of the contract.
 *
 * - `connection_failed`: no whole answer arrived; status 0
 * - `redirect_refused`: the answer was a redirect; status 3xx, or 0 in browsers, which hide it
 * - `unexpected_answer`: the answer has another shape than the contract declares, such as a proxy's HTML page
 * - `wait_timed_out`, `pipe_failed`: the pipe did not reach the state that was waited for; status 0
 */
export type ClientErrorCode =
  | 'connection_failed'
  | 'redirect_refused'
  | 'unexpected_answer'
  | 'wait_timed_out'
  | 'pipe_failed';

/** What a {@link PenstockError} is made of. */
export interface PenstockErrorOptions {
  readonly operationId: OperationId;
  readonly status: number;
  readonly code: ProblemCode | ClientErrorCode;
  /** One sentence or two, for people. */
  readonly detail: string;
  readonly requestId?: string | undefined;
  readonly problem?: Problem | undefined;
}

/**
 * A call that did not succeed. Decide by `code`, show `message` to people, log `requestId`.
 *
 * It holds nothing that was sent: no credential, no request body and, since errors of `fetch` may hold both, no
 * `cause`.
 */
export class PenstockError extends Error {
  static {
    // On the prototype, because an own property would show up again in every printed error.
    PenstockError.prototype.name = 'PenstockError';
  }

  /** The operation of the contract that was called. */
  readonly operationId: OperationId;
  /** The HTTP status; 0 if there was no answer. */
  readonly status: number;
  /** A code of the contract, or one of the client's own. New codes may be added. */
  readonly code: ProblemCode | ClientErrorCode;
  /** The id that the server gave the request, if it answered. */
  readonly requestId: string | undefined;
  /** Every place of the request that is wrong; empty if the server named none. */
  readonly errors: readonly ProblemEntry[];
  /** The body of the answer, if it was a problem of the contract. */
  readonly problem: Problem | undefined;

  constructor(options: PenstockErrorOptions) {
    super(messageOf(options));
    this.operationId = options.operationId;
    this.status = options.status;
    this.code = options.code;
    this.requestId = options.requestId;
    this.errors = options.problem?.errors ?? [];
    this.problem = options.problem;
  }
}

function messageOf({ operationId, status, code, detail, requestId }: PenstockErrorOptions): string {
  const outcome = status === 0 ? code : `${status} ${code}`;
  const request = requestId === undefined ? '' : ` (request ${requestId})`;
  return `${operationId}: ${outcome}: ${detail}${request}`;
}
