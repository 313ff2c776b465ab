import { type DescribedProblem, type ErrorEntry, ProblemError } from './problem.ts';

/** The problems that the server itself can answer with. Handlers and services throw their own. */

export function validationFailed(errors: readonly ErrorEntry[]): ProblemError {
  const places =
    errors.length === 1 ? 'One place of the request is' : `${errors.length} places of the request are`;
  const detail = `${places} wrong. Mend what errors names and send it again.`;
  return new ProblemError({ code: 'validation_failed', detail, errors });
}

export function undecodablePath(): ProblemError {
  const detail =
    'The path has a percent sign that starts no valid escape sequence. Encode the path as UTF-8.';
  return new ProblemError({ code: 'validation_failed', detail });
}

export function malformedJson(): ProblemError {
  const detail = 'The body could not be parsed as JSON. Send one JSON document, encoded as UTF-8.';
  return new ProblemError({ code: 'malformed_json', detail });
}

export function tooDeeplyNested(levels: number): ProblemError {
  const detail = `The body has objects and arrays more than ${levels} levels deep in each other. Send a flatter one.`;
  return new ProblemError({ code: 'malformed_json', detail });
}

export function unauthenticated(challenge: string): ProblemError {
  const detail = 'Send the Authorization header that this surface expects, with a credential that is valid.';
  return new ProblemError({
    code: 'unauthenticated',
    detail,
    headers: { 'WWW-Authenticate': challenge },
  });
}

export function pathNotFound(): ProblemError {
  const detail =
    'The contract has no such path. Compare it with the reference; letter case and a final slash count.';
  return new ProblemError({ code: 'path_not_found', detail });
}

export function methodNotAllowed(allow: string): ProblemError {
  const detail = 'Use one of the methods that the Allow header lists.';
  return new ProblemError({ code: 'method_not_allowed', detail, headers: { Allow: allow } });
}

export function bodyTooLarge(limit: number): ProblemError {
  return new ProblemError({
    code: 'body_too_large',
    detail: `A body may have at most ${limit} bytes.`,
  });
}

export function unsupportedMediaType(): ProblemError {
  const detail = 'Send the body as application/json, encoded as UTF-8.';
  return new ProblemError({ code: 'unsupported_media_type', detail });
}

export function rateLimitExceeded(): ProblemError {
  const detail = 'The quota of this credential is used up. Wait as many seconds as Retry-After says.';
  return new ProblemError({ code: 'rate_limit_exceeded', detail });
}

export function internalError(cause: unknown): ProblemError {
  const detail = 'Something failed that is not your fault. Report the requestId if it happens again.';
  return new ProblemError({ code: 'internal_error', detail, cause });
}

/** Not of the contract's catalogue: who keeps the contract never sends it. */
export function notImplementedProblem(operationId: string): DescribedProblem {
  return {
    code: 'not_implemented',
    status: 501,
    title: 'The server does not have this operation yet',
    detail: `This server leaves ${operationId} out. Nothing was applied.`,
    errors: undefined,
    headers: {},
  };
}
