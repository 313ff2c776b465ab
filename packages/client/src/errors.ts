import type { OperationId } from '@penstock/contract';
import type { Problem, ProblemCode, ProblemEntry } from './generated/models.ts';

/**
 * What the client itself finds wrong, beside the codes of the contract.
 *
 * - `connection_failed`: no whole answer arrived
 * - `attempt_timed_out`, `deadline_exceeded`: an attempt, or the call with all its attempts and pauses, took too long
 * - `unexpected_answer`: the answer has another shape than the contract declares, such as a proxy's HTML page
 * - `redirect_refused`: the answer was a redirect
 * - `paging_loop`: a list gave a cursor that it had given before
 * - `invalid_argument`: the call was wrong before it was sent
 * - `aborted`: the caller's signal, hook or credential function ended the call; only results of `safe()` say so
 * - `wait_timed_out`, `pipe_failed`: the pipe did not reach the state that was waited for
 */
export type ClientErrorCode =
  | 'connection_failed'
  | 'attempt_timed_out'
  | 'deadline_exceeded'
  | 'unexpected_answer'
  | 'redirect_refused'
  | 'paging_loop'
  | 'invalid_argument'
  | 'aborted'
  | 'wait_timed_out'
  | 'pipe_failed';

/** The call that an error belongs to. */
export interface FailedCall {
  readonly operationId?: OperationId | undefined;
  readonly method: string;
  readonly path: string;
  /** How often it was sent. */
  readonly attempt?: number | undefined;
  /** The answer, if there was one. */
  readonly response?: Pick<Response, 'status' | 'headers'> | undefined;
}

/**
 * A call that did not succeed. Decide by class or `code`, show `message` to people, log `requestId`.
 *
 * It holds nothing that was sent: no credential, no request body and, since errors of `fetch` may hold both, no `cause`.
 */
export class PenstockError<Code extends string = ProblemCode | ClientErrorCode> extends Error {
  // Declared, since a field that is only assigned would be written twice into every bundle.

  /** A code of the contract, or one of the client's own. New codes may be added. */
  declare readonly code: Code;
  /** The operation of the contract that was called; undefined in the raw layer. */
  declare readonly operationId: OperationId | undefined;
  /** The HTTP status; 0 if there was no answer. */
  declare readonly status: number;
  /** The id that the server gave the request, if it answered. */
  declare readonly requestId: string | undefined;
  /** How often the request was sent. */
  declare readonly attempts: number;

  constructor(code: Code, detail: string, call: FailedCall) {
    const { operationId, attempt = 0, response } = call;
    const status = response?.status ?? 0;
    const requestId = response?.headers.get('x-request-id') ?? undefined;
    const outcome = status ? `${status} ${code}` : code;
    super(`${callName(call)}: ${outcome}: ${detail}${requestId ? ` (request ${requestId})` : ''}`);
    Object.assign(this, { code, operationId, status, requestId, attempts: attempt });
  }
}

/** What people read instead of a call: the operation, or in the raw layer `GET /v1/…`. */
export function callName({ operationId, method, path }: FailedCall): string {
  return operationId ?? `${method} ${path}`;
}

/** The server refused, and said why in the shape of the contract (RFC 9457, D-07). */
export class ApiError<
  Status extends number = number,
  Code extends string = ProblemCode,
> extends PenstockError<Code> {
  declare readonly status: Status;
  /** The body of the answer. */
  declare readonly problem: Problem;
  /** Every place of the request that is wrong; empty if the server named none. */
  declare readonly errors: readonly ProblemEntry[];
  /** After how many milliseconds the server takes the request again, if it said so. */
  declare readonly retryAfterMs: number | undefined;

  constructor(problem: Problem, retryAfterMs: number | undefined, call: FailedCall) {
    super(problem.code as Code, problem.detail, call);
    Object.assign(this, { problem, errors: problem.errors ?? [], retryAfterMs });
  }
}

/** 400: the request does not fit the contract, or contradicts itself. `errors` names the places. */
export class BadRequestError<Code extends string = ProblemCode> extends ApiError<400, Code> {}
/** 401: a valid credential is needed. */
export class UnauthenticatedError<Code extends string = ProblemCode> extends ApiError<401, Code> {}
/** 403: the credential may not do this. */
export class ForbiddenError<Code extends string = ProblemCode> extends ApiError<403, Code> {}
/** 404: there is nothing of this id that the credential can see. */
export class NotFoundError<Code extends string = ProblemCode> extends ApiError<404, Code> {}
/** 409: the state of the resource does not allow this. */
export class ConflictError<Code extends string = ProblemCode> extends ApiError<409, Code> {}
/** 412: the resource has changed since the ETag that was sent as `ifMatch`. */
export class PreconditionFailedError<Code extends string = ProblemCode> extends ApiError<412, Code> {}
/** 429: too many requests. `retryAfterMs` says when the next one is taken. */
export class RateLimitError<Code extends string = ProblemCode> extends ApiError<429, Code> {}
/** 500 and above: the server failed. */
export class ServerError<Status extends number = number, Code extends string = ProblemCode> extends ApiError<
  Status,
  Code
> {}
/** 503: the service is not available for now. */
export class ServiceUnavailableError<Code extends string = ProblemCode> extends ServerError<503, Code> {}

/** No whole answer arrived. */
export class ConnectionError<
  Code extends string = 'connection_failed' | RequestTimeoutError['code'],
> extends PenstockError<Code> {}
/** An attempt, or the whole call, took longer than it may. */
export class RequestTimeoutError extends ConnectionError<'attempt_timed_out' | 'deadline_exceeded'> {}
/** The answer is none of the contract: a proxy's HTML, an empty body, broken JSON, a redirect, a list without end. */
export class UnexpectedAnswerError extends PenstockError<
  'unexpected_answer' | 'redirect_refused' | 'paging_loop'
> {}
/** The call was wrong before it was sent. */
export class InvalidArgumentError extends PenstockError<'invalid_argument'> {}
/**
 * Something of the caller's ended the call: its signal, a hook, or the function that gives the credential. Only results of
 * `safe()` hold one; promises reject with the reason itself.
 */
export class AbortedError extends PenstockError<'aborted'> {
  /** The reason of the signal, or what the function threw. */
  declare readonly reason: unknown;

  constructor(reason: unknown) {
    super('aborted', 'The caller ended it.', { method: 'A', path: 'call' });
    this.reason = reason;
  }
}

nameErrors({
  PenstockError,
  ApiError,
  BadRequestError,
  UnauthenticatedError,
  ForbiddenError,
  NotFoundError,
  ConflictError,
  PreconditionFailedError,
  RateLimitError,
  ServerError,
  ServiceUnavailableError,
  ConnectionError,
  RequestTimeoutError,
  UnexpectedAnswerError,
  InvalidArgumentError,
  AbortedError,
});

/** Gives classes their names: as text, because minifiers rename classes; on prototypes, so that no printed error repeats them. */
export function nameErrors(classes: Record<string, { prototype: Error }>): void {
  for (const [name, { prototype }] of Object.entries(classes)) prototype.name = name;
}
