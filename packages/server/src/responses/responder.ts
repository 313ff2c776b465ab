import type { Response } from 'express';
import type { Operation } from '../contract.ts';
import type { ValidateResponse } from '../engines/validation.ts';
import { requestContextOf } from '../http/request-context.ts';
import { type DescribedProblem, problemBody } from '../problems/problem.ts';
import { ContractViolation } from './contract-violation.ts';
import type { DeclaredResponse, DeclaredResponses } from './declared-responses.ts';
import { type GivenHeaders, headerViolations } from './response-headers.ts';
import type { Sample } from './sampling.ts';

/** The checked ways out. @throws ContractViolation, before anything is sent, if the answer is not a declared one. */
export interface Responder {
  /** Sends what a handler returned. */
  answer(response: Response, operation: Operation, returned: unknown): void;
  /** Sends a problem, ours or a handler's (RFC 9457), to whatever operation the request has reached. */
  problem(response: Response, problem: DescribedProblem): void;
}

/** An answer of a handler, before anything about it is believed. */
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
   * What leaves is what is checked: the text, parsed again, so that no getter or `toJSON` can tell the check something
   * else, and the validator cannot write into a stored object. What is not sampled is looked through as it is.
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
    answer(response, operation, returned) {
      const answer = asHandlerResponse(returned, operation);
      const declared = contracts.of(operation).get(answer.status);
      if (declared === undefined) {
        throw new ContractViolation(
          `${operation.operationId} answered with the status ${answer.status}, which it does not declare.`,
        );
      }
      sendChecked(response, operation, declared, answer);
    },

    problem(response, problem) {
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
 * Sends one of the two problems that need no check: the neutral 500, which has to leave whatever else fails, and the
 * 501, which no operation declares. The self-test has checked both.
 */
export function sendProven(response: Response, problem: DescribedProblem): void {
  const text = JSON.stringify(problemBody(problem, requestContextOf(response).requestId));
  send(response, problem.status, problem.headers, 'application/problem+json', text);
}

/** The way out for an answer without a body. */
export function sendEmpty(
  response: Response,
  status: number,
  headers: Readonly<Record<string, string>>,
): void {
  send(response, status, headers, undefined, undefined);
}

/** The only place that writes to a response. Not `res.json`: it would add a charset and honour app settings. */
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
  // Node leaves the body out of an answer to HEAD and keeps its length.
  response.end(text);
}

function asHandlerResponse(returned: unknown, operation: Operation): HandlerResponse {
  // Read once: what is checked is what is sent.
  const { status, body, headers } = (returned ?? {}) as { [Part in keyof HandlerResponse]?: unknown };
  if (typeof status === 'number') return { status, body, headers: headers as GivenHeaders };
  throw new ContractViolation(
    `${operation.operationId} answered without a status; a handler returns { status, body }.`,
  );
}

function rejectInvalidHeaders(
  response: Response,
  { operationId }: Operation,
  status: number,
  headers: GivenHeaders,
  declared: DeclaredResponse,
): void {
  const faults = headerViolations(response, headers, declared);
  if (faults.length === 0) return;
  throw new ContractViolation(`The ${status} answer of ${operationId} has ${faults.join(', and ')}.`);
}

function serialise(
  { operationId }: Operation,
  status: number,
  body: unknown,
  { mediaType }: DeclaredResponse,
): string | undefined {
  const text = body === undefined ? undefined : JSON.stringify(body);
  if ((text === undefined) === (mediaType === undefined)) return text;
  const fault = text === undefined ? 'lacks its body' : 'must not have a body';
  throw new ContractViolation(`The ${status} answer of ${operationId} ${fault}.`);
}

/** Even with the validation of answers switched off, only what is declared leaves. */
function rejectUndeclared(
  { operationId }: Operation,
  status: number,
  body: unknown,
  { findUndeclared }: DeclaredResponse,
): void {
  const undeclared = findUndeclared(body);
  if (undeclared === undefined) return;
  throw new ContractViolation(
    `The ${status} answer of ${operationId} has something at ${undeclared} that the contract does not declare.`,
  );
}
