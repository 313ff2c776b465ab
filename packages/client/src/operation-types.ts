import type { ManagementOperations, ObservabilityOperations, OperationId } from '@penstock/contract';
import type { Failed } from './api-promise.ts';
import type {
  AbortedError,
  ApiError,
  BadRequestError,
  ConflictError,
  ConnectionError,
  ForbiddenError,
  InvalidArgumentError,
  NotFoundError,
  PreconditionFailedError,
  RateLimitError,
  RequestTimeoutError,
  ServerError,
  ServiceUnavailableError,
  UnauthenticatedError,
  UnexpectedResponseError,
} from './errors.ts';
import type { DeclaredProblems } from './generated/declared-problems.ts';

type Operations = ManagementOperations & ObservabilityOperations;

/** The query parameters of an operation. */
export type QueryOf<Id extends OperationId> = NonNullable<Operations[Id]['parameters']['query']>;

/** The possible failures of an operation: the problems that it declares, and errors of the client. */
export type FailureOf<Id extends OperationId> =
  | {
      [Status in keyof DeclaredProblems[Id] & number]: Failed<
        Status,
        ErrorOf<Status, OpenCode<DeclaredProblems[Id][Status]>>
      >;
    }[keyof DeclaredProblems[Id] & number]
  | Failed<undefined, ClientSideError>;

/** Errors of calls that received no response of the API. */
export type ClientSideError =
  | ConnectionError
  | RequestTimeoutError
  | UnexpectedResponseError
  | InvalidArgumentError
  | AbortedError;

/** Accepts the known codes and others, because codes may be added. */
type OpenCode<Code> = (Code & string) | (string & {});

interface ErrorByStatus<Code extends string> {
  400: BadRequestError<Code>;
  401: UnauthenticatedError<Code>;
  403: ForbiddenError<Code>;
  404: NotFoundError<Code>;
  409: ConflictError<Code>;
  412: PreconditionFailedError<Code>;
  429: RateLimitError<Code>;
  500: ServerError<500, Code>;
  501: ServerError<501, Code>;
  503: ServiceUnavailableError<Code>;
}

type ErrorOf<Status extends number, Code extends string> = Status extends keyof ErrorByStatus<Code>
  ? ErrorByStatus<Code>[Status]
  : ApiError<Status, Code>;
