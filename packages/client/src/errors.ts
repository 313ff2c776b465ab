import type { OperationId } from '@penstock/contract';
import type { Problem, ProblemCode, ProblemEntry } from './generated/models.ts';

/**
 * The client's own error codes, in addition to the codes of the contract.
 *
 * - `connection_failed`: no complete response arrived
 * - `attempt_timed_out`, `deadline_exceeded`: an attempt, or the call with all its attempts and pauses, took too long
 * - `unexpected_response`: the response does not match the contract, such as a proxy's HTML page
 * - `unexpected_redirect`: the response was a redirect
 * - `paging_loop`: a list returned the same cursor twice
 * - `invalid_argument`: the arguments are invalid, and nothing was sent
 * - `aborted`: the caller's signal, hook or credential function ended the call; appears only in results of `safe()`
 * - `wait_timed_out`, `pipe_failed`: the pipe or alert did not reach the expected state
 */
export type ClientErrorCode =
  | 'connection_failed'
  | 'attempt_timed_out'
  | 'deadline_exceeded'
  | 'unexpected_response'
  | 'unexpected_redirect'
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
  /** The number of times that the request was sent. */
  readonly attempt?: number | undefined;
  /** The response, if one arrived. */
  readonly response?: Pick<Response, 'status' | 'headers'> | undefined;
}

/**
 * The error of a failed call. Branch on the class or on `code`, display `message` to people, log `requestId`.
 *
 * It contains nothing that was sent: no credential and no request body. It has no `cause`, because errors of `fetch` may
 * contain both.
 */
export class PenstockError<Code extends string = ProblemCode | ClientErrorCode> extends Error {
  // Declared only: a field that is also initialized would appear twice in every bundle.

  /** A code of the contract or of the client. New codes may be added. */
  declare readonly code: Code;
  /** The called operation; undefined in the raw layer. */
  declare readonly operationId: OperationId | undefined;
  /** The HTTP status; 0 if no response arrived. */
  declare readonly status: number;
  /** The id that the server assigned to the request, if a response arrived. */
  declare readonly requestId: string | undefined;
  /** The number of times that the request was sent. */
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

/** Returns the name of a call for messages: the operation, or in the raw layer `GET /v1/…`. */
export function callName({ operationId, method, path }: FailedCall): string {
  return operationId ?? `${method} ${path}`;
}

/** The server rejected the request with a problem of the contract (RFC 9457, D-07). */
export class ApiError<
  Status extends number = number,
  Code extends string = ProblemCode,
> extends PenstockError<Code> {
  declare readonly status: Status;
  /** The body of the response. */
  declare readonly problem: Problem;
  /** The error entries, one per invalid location of the request; empty if the server listed none. */
  declare readonly errors: readonly ProblemEntry[];
  /** The milliseconds until the server accepts the next request, if the response states them. */
  declare readonly retryAfterMs: number | undefined;

  constructor(problem: Problem, retryAfterMs: number | undefined, call: FailedCall) {
    super(problem.code as Code, problem.detail, call);
    Object.assign(this, { problem, errors: problem.errors ?? [], retryAfterMs });
  }
}

/** 400: the request is invalid. `errors` lists the invalid locations. */
export class BadRequestError<Code extends string = ProblemCode> extends ApiError<400, Code> {}
/** 401: the credential is missing or invalid. */
export class UnauthenticatedError<Code extends string = ProblemCode> extends ApiError<401, Code> {}
/** 403: the credential does not permit this operation. */
export class ForbiddenError<Code extends string = ProblemCode> extends ApiError<403, Code> {}
/** 404: the resource does not exist, or the credential cannot see it. */
export class NotFoundError<Code extends string = ProblemCode> extends ApiError<404, Code> {}
/** 409: the state of the resource does not allow the operation. */
export class ConflictError<Code extends string = ProblemCode> extends ApiError<409, Code> {}
/** 412: the resource has changed since the version in `ifMatch`. */
export class PreconditionFailedError<Code extends string = ProblemCode> extends ApiError<412, Code> {}
/** 429: too many requests. Retry after `retryAfterMs`. */
export class RateLimitError<Code extends string = ProblemCode> extends ApiError<429, Code> {}
/** 500 and above: the server failed. */
export class ServerError<Status extends number = number, Code extends string = ProblemCode> extends ApiError<
  Status,
  Code
> {}
/** 503: the service is temporarily unavailable. */
export class ServiceUnavailableError<Code extends string = ProblemCode> extends ServerError<503, Code> {}

/** No complete response arrived. */
export class ConnectionError<
  Code extends string = 'connection_failed' | RequestTimeoutError['code'],
> extends PenstockError<Code> {}
/** An attempt or the whole call exceeded its time limit. */
export class RequestTimeoutError extends ConnectionError<'attempt_timed_out' | 'deadline_exceeded'> {}
/** The response does not match the contract: a proxy's HTML, an empty body, broken JSON, a redirect, an endless list. */
export class UnexpectedResponseError extends PenstockError<
  'unexpected_response' | 'unexpected_redirect' | 'paging_loop'
> {}
/** An argument is invalid, and nothing was sent. */
export class InvalidArgumentError extends PenstockError<'invalid_argument'> {}
/**
 * The caller's signal, hook or credential function ended the call. Only results of `safe()` contain this error; promises
 * reject with the reason itself.
 */
export class AbortedError extends PenstockError<'aborted'> {
  /** The reason of the signal, or the error that the function threw. */
  declare readonly reason: unknown;

  constructor(reason: unknown) {
    super('aborted', 'The caller aborted it.', { method: 'A', path: 'call' });
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
  UnexpectedResponseError,
  InvalidArgumentError,
  AbortedError,
});

/** Sets the names of error classes: as text, because minifiers rename classes; on prototypes, so that printed errors omit them. */
export function nameErrors(classes: Record<string, { prototype: Error }>): void {
  for (const [name, { prototype }] of Object.entries(classes)) prototype.name = name;
}
