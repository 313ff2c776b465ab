import { randomUUID } from 'node:crypto';
import { type KnownProblemCode, problems } from '@penstock/contract';
import type { ErrorEntry } from '@penstock/contract/requests';
import type { MockAnswer } from './answer.ts';

/** What the mock itself has against a request. */
export interface Refusal {
  readonly code: KnownProblemCode;
  /** What happened and what to do. */
  readonly detail: string;
  readonly errors?: readonly ErrorEntry[] | undefined;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The answer to a request that is refused, with a request id of its own (D-07, D-09). */
export function problemAnswer({ code, detail, errors, headers }: Refusal): MockAnswer {
  const { status, title } = problems[code];
  const requestId = randomUUID();
  return {
    status,
    headers: { 'content-type': 'application/problem+json', ...headers },
    body: {
      type: `urn:penstock:problem:${code}`,
      title,
      status,
      detail,
      instance: `urn:uuid:${requestId}`,
      code,
      requestId,
      ...(errors === undefined ? {} : { errors }),
    },
  };
}

export function pathNotFound(): Refusal {
  const detail =
    'The contract has no such path. Compare it with the reference; letter case and a final slash count.';
  return { code: 'path_not_found', detail };
}

export function undecodablePath(): Refusal {
  const detail =
    'The path has a percent sign that starts no valid escape sequence. Encode the path as UTF-8.';
  return { code: 'validation_failed', detail };
}

export function methodNotAllowed(allow: string): Refusal {
  const detail = 'Use one of the methods that the Allow header lists.';
  return { code: 'method_not_allowed', detail, headers: { allow } };
}

export function unauthenticated(challenge: string): Refusal {
  const detail =
    'Send the Authorization header that this surface expects. The mock takes any credential in it.';
  return { code: 'unauthenticated', detail, headers: { 'www-authenticate': challenge } };
}

export function validationFailed(errors: readonly ErrorEntry[]): Refusal {
  const places =
    errors.length === 1 ? 'One place of the request is' : `${errors.length} places of the request are`;
  return {
    code: 'validation_failed',
    detail: `${places} wrong. Mend what errors names and send it again.`,
    errors,
  };
}

export function preconditionFailed(): Refusal {
  const detail =
    'The mock has one version of everything, and If-Match expects another one. Send the ETag that the mock gives.';
  return { code: 'precondition_failed', detail };
}

/** The reason is told to the caller: there is nobody else, and nothing in it to hide. */
export function internalError(reason: unknown): Refusal {
  const { message } = reason as Partial<Error>;
  return {
    code: 'internal_error',
    detail: `The mock failed: ${message}. If the contract is not to blame, please open an issue with the request.`,
  };
}
