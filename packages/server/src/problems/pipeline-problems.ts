import { type ErrorEntry, ProblemError } from './problem.ts';

/** The problems that the server itself sends. Handlers and services throw their own. */

export function validationFailed(errors: readonly ErrorEntry[]): ProblemError {
  const count = errors.length === 1 ? '1 field' : `${errors.length} fields`;
  const detail = `The request is invalid: ${count}. Fix the fields listed in \`errors\` and retry.`;
  return new ProblemError({ code: 'validation_failed', detail, errors });
}

export function undecodablePath(): ProblemError {
  const detail = 'The path has an invalid percent-encoding. Encode the path as UTF-8.';
  return new ProblemError({ code: 'validation_failed', detail });
}

export function malformedJson(): ProblemError {
  const detail = 'The body is not valid JSON. Send one JSON document, encoded as UTF-8.';
  return new ProblemError({ code: 'malformed_json', detail });
}

export function tooDeeplyNested(levels: number): ProblemError {
  const detail = `The body is nested more than ${levels} levels deep. Send a flatter body.`;
  return new ProblemError({ code: 'malformed_json', detail });
}

export function unauthenticated(challenge: string): ProblemError {
  const detail =
    'The request has no valid credential. Send the Authorization header of this surface with a valid credential.';
  return new ProblemError({
    code: 'unauthenticated',
    detail,
    headers: { 'WWW-Authenticate': challenge },
  });
}

export function pathNotFound(): ProblemError {
  const detail =
    'The API has no such path. Compare it with the API reference; letter case and a trailing slash are significant.';
  return new ProblemError({ code: 'path_not_found', detail });
}

export function methodNotAllowed(allow: string): ProblemError {
  const detail = 'The path does not support this method. Use one of the methods in the Allow header.';
  return new ProblemError({ code: 'method_not_allowed', detail, headers: { Allow: allow } });
}

export function bodyTooLarge(limit: number): ProblemError {
  return new ProblemError({
    code: 'body_too_large',
    detail: `The body is larger than ${limit} bytes. Send a smaller body.`,
  });
}

export function unsupportedMediaType(): ProblemError {
  const detail =
    'The media type of the body is not supported. Send the body as application/json, encoded as UTF-8.';
  return new ProblemError({ code: 'unsupported_media_type', detail });
}

export function rateLimitExceeded(): ProblemError {
  const detail =
    'The credential has exceeded its rate limit. Retry after the number of seconds in the Retry-After header.';
  return new ProblemError({ code: 'rate_limit_exceeded', detail });
}

export function internalError(cause: unknown): ProblemError {
  const detail =
    'The server failed to process the request. Retry, and report the requestId if it fails again.';
  return new ProblemError({ code: 'internal_error', detail, cause });
}

/** Also sent for operations that do not declare it: a server that leaves them out does not implement the whole contract. */
export function notImplementedProblem(operationId: string): ProblemError {
  const detail = `This server does not implement ${operationId}. Use a server that does; a retry has the same result.`;
  return new ProblemError({ code: 'not_implemented', detail });
}
