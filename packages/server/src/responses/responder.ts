import type { Response } from 'express';
import type { Operation } from '../contract.ts';
import type { ValidateResponse } from '../engines/validation.ts';
import { requestContextOf } from '../http/request-context.ts';
import { type DescribedProblem, problemBody } from '../problems/problem.ts';
import { ContractViolation } from './contract-violation.ts';
import type { DeclaredResponse, DeclaredResponses } from './declared-responses.ts';
import { type GivenHeaders, headerViolations } from './response-headers.ts';
import type { Sample } from './sampling.ts';

/** Sends checked responses. @throws ContractViolation, before anything is sent, if the response is not declared. */
export interface Responder {
  /** Sends what a handler returned. */
  respond(response: Response, operation: Operation, returned: unknown): void;
  /** Sends a problem (RFC 9457) of the server or of a handler, whether or not the request has reached an operation. */
  respondWithProblem(response: Response, problem: DescribedProblem): void;
}

/** The unchecked result of a handler. */
interface HandlerResponse {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: GivenHeaders;
}

export function createResponder(
  contracts: DeclaredResponses,
  validateResponse: ValidateResponse,
  isSampled: Sample<DeclaredResponse>,
): Responder {
  /**
   * The check of a sampled response parses the text that is sent. A getter or `toJSON` cannot return something else to
   * the check, and the validator cannot write into a stored object. Other responses are checked for undeclared
   * properties only, without parsing.
   */
  function sendChecked(
    response: Response,
    operation: Operation,
    declared: DeclaredResponse,
    { status, body, headers = {} }: HandlerResponse,
  ): void {
    rejectInvalidHeaders(response, operation, status, headers, declared);
    const text = serialise(operation, status, body, declared);
    if (text !== undefined && isSampled(declared)) {
      const written: unknown = JSON.parse(text);
      rejectUndeclared(operation, status, written, declared);
      validateResponse(operation, status, declared.mediaType ?? '', written);
    } else rejectUndeclared(operation, status, body, declared);
    send(response, status, headers, declared.mediaType, text);
  }

  return {
    respond(response, operation, returned) {
      const given = asHandlerResponse(returned, operation);
      const declared = contracts.of(operation).get(given.status);
      if (declared === undefined) {
        throw new ContractViolation(
          `${operation.operationId} returned the status ${given.status}, which it does not declare.`,
        );
      }
      sendChecked(response, operation, declared, given);
    },

    respondWithProblem(response, problem) {
      const { operation: reached, requestId } = requestContextOf(response);
      const operation = reached ?? contracts.operationWith(problem.status);
      const declared = operation && contracts.of(operation).get(problem.status);
      if (operation === undefined || declared === undefined) {
        throw new ContractViolation(
          `${operation?.operationId ?? 'The server'} threw a problem with the status ${problem.status} (${problem.code}), which it does not declare.`,
          { cause: problem },
        );
      }
      const { status, headers } = problem;
      sendChecked(response, operation, declared, { status, headers, body: problemBody(problem, requestId) });
    },
  };
}

/**
 * Sends one of the two problems that the self-test has already checked: the neutral 500, which must be sent whatever
 * else fails, and the 501, which operations may lack.
 */
export function sendPrechecked(response: Response, problem: DescribedProblem): void {
  const text = JSON.stringify(problemBody(problem, requestContextOf(response).requestId));
  send(response, problem.status, problem.headers, 'application/problem+json', text);
}

/** Sends a response without a body. */
export function sendEmpty(
  response: Response,
  status: number,
  headers: Readonly<Record<string, string>>,
): void {
  send(response, status, headers, undefined, undefined);
}

/** The only function that writes a response. Not `res.json`: it would add a charset and apply app settings. */
function send(
  response: Response,
  status: number,
  headers: GivenHeaders,
  mediaType: string | undefined,
  text: string | undefined,
): void {
  if (response.headersSent || response.destroyed) return;
  response.statusCode = status;
  for (const name in headers) {
    if (headers[name] !== undefined) response.setHeader(name, String(headers[name]));
  }
  if (mediaType === undefined || text === undefined) {
    response.end();
    return;
  }
  response.setHeader('Content-Type', mediaType);
  response.setHeader('Content-Length', Buffer.byteLength(text));
  // In a response to HEAD, Node leaves out the body and keeps its length.
  response.end(text);
}

function asHandlerResponse(returned: unknown, operation: Operation): HandlerResponse {
  // Each property is read once, so that the checked value is the one that is sent.
  const { status, body, headers } = (returned ?? {}) as { [Part in keyof HandlerResponse]?: unknown };
  if (typeof status === 'number') return { status, body, headers: headers as GivenHeaders };
  throw new ContractViolation(
    `${operation.operationId} returned no status; a handler returns { status, body }.`,
  );
}

function rejectInvalidHeaders(
  response: Response,
  { operationId }: Operation,
  status: number,
  headers: GivenHeaders,
  declared: DeclaredResponse,
): void {
  const violations = headerViolations(response, headers, declared);
  if (violations.length === 0) return;
  throw new ContractViolation(`The ${status} response of ${operationId} has ${violations.join(', and ')}.`);
}

function serialise(
  { operationId }: Operation,
  status: number,
  body: unknown,
  { mediaType }: DeclaredResponse,
): string | undefined {
  const text = body === undefined ? undefined : JSON.stringify(body);
  if ((text === undefined) === (mediaType === undefined)) return text;
  const violation = text === undefined ? 'lacks its body' : 'must not have a body';
  throw new ContractViolation(`The ${status} response of ${operationId} ${violation}.`);
}

/** Runs even if response validation is off: undeclared properties are never sent. */
function rejectUndeclared(
  { operationId }: Operation,
  status: number,
  body: unknown,
  { findUndeclared }: DeclaredResponse,
): void {
  const undeclared = findUndeclared(body);
  if (undeclared === undefined) return;
  throw new ContractViolation(
    `The ${status} response of ${operationId} has a value at ${undeclared} that the contract does not declare.`,
  );
}
