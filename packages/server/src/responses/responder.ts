import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Response } from 'express';
import type { Operation } from '../contract.ts';
import type { ValidateResponse } from '../engines/validation.ts';
import type { BodyParts } from '../handler.ts';
import { requestContextOf } from '../http/request-context.ts';
import { type DescribedProblem, problemBody } from '../problems/problem.ts';
import { ContractViolation } from './contract-violation.ts';
import type { DeclaredResponse, DeclaredResponses } from './declared-responses.ts';
import { joinedParts } from './joined-parts.ts';
import { type GivenHeaders, headerViolations } from './response-headers.ts';
import type { Sample } from './sampling.ts';
import type { UnreadResponses } from './unread-responses.ts';

/** Sends checked responses. @throws ContractViolation, before anything is sent, if the response is not declared. */
export interface Responder {
  /** Sends what a handler returned. A body in parts can fail after the first ones were sent. */
  respond(response: Response, operation: Operation, returned: unknown): Promise<void>;
  /** Sends a problem (RFC 9457) of the server or of a handler, whether or not the request has reached an operation. */
  respondWithProblem(response: Response, problem: DescribedProblem): void;
}

/** The unchecked result of a handler. */
interface HandlerResponse {
  readonly status: number;
  readonly body?: unknown;
  readonly parts?: BodyParts<unknown> | undefined;
  readonly headers?: GivenHeaders;
}

export function createResponder(
  contracts: DeclaredResponses,
  validateResponse: ValidateResponse,
  isSampled: Sample<DeclaredResponse>,
  unread: UnreadResponses,
): Responder {
  /**
   * The check of a sampled response parses the text that is sent. A getter or `toJSON` cannot return something else to
   * the check, and the validator cannot write into a stored object. Other responses are checked for undeclared
   * properties only, without parsing.
   */
  function checkBody(
    operation: Operation,
    declared: DeclaredResponse,
    status: number,
    body: unknown,
    sampledText: string | undefined,
  ): void {
    if (sampledText === undefined) {
      rejectUndeclared(operation, status, body, declared);
      return;
    }
    const written: unknown = JSON.parse(sampledText);
    rejectUndeclared(operation, status, written, declared);
    validateResponse(operation, status, declared.mediaType ?? '', written);
  }

  function sendChecked(
    response: Response,
    operation: Operation,
    declared: DeclaredResponse,
    { status, body, headers = {} }: HandlerResponse,
  ): void {
    rejectInvalidHeaders(response, operation, status, headers, declared);
    const text = serialise(operation, status, body, declared);
    const isChecked = text !== undefined && isSampled(declared);
    checkBody(operation, declared, status, body, isChecked ? text : undefined);
    send(response, status, headers, declared.mediaType, text);
    unread.count(response);
  }

  /** Each part is a whole body, and is checked as one before it is sent. */
  async function sendParts(
    response: Response,
    operation: Operation,
    declared: DeclaredResponse,
    { status, headers = {} }: HandlerResponse,
    parts: BodyParts<unknown>,
  ): Promise<void> {
    rejectInvalidHeaders(response, operation, status, headers, declared);
    const isChecked = isSampled(declared);
    const texts = joinedParts(parts, (body, text) =>
      checkBody(operation, declared, status, body, isChecked ? text : undefined),
    );
    for await (const { text, isLast } of texts) {
      if (response.destroyed) return;
      if (isLast && !response.headersSent) {
        send(response, status, headers, declared.mediaType, text);
        return unread.count(response);
      }
      if (!response.headersSent) setHead(response, status, headers, declared.mediaType);
      const isRead = response.write(text);
      unread.count(response);
      // Other requests are served between two parts.
      await (isRead ? nextTurn() : drained(response));
    }
    response.end();
  }

  return {
    async respond(response, operation, returned) {
      const given = asHandlerResponse(returned, operation);
      const declared = contracts.of(operation).get(given.status);
      if (declared === undefined) {
        throw new ContractViolation(
          `${operation.operationId} returned the status ${given.status}, which it does not declare.`,
        );
      }
      if (given.parts !== undefined) return sendParts(response, operation, declared, given, given.parts);
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

/** Writes a whole response. Not `res.json`: it would add a charset and apply app settings. */
function send(
  response: Response,
  status: number,
  headers: GivenHeaders,
  mediaType: string | undefined,
  text: string | undefined,
): void {
  if (response.headersSent || response.destroyed) return;
  setHead(response, status, headers, mediaType);
  if (mediaType === undefined || text === undefined) {
    response.end();
    return;
  }
  response.setHeader('Content-Length', Buffer.byteLength(text));
  // In a response to HEAD, Node leaves out the body and keeps its length.
  response.end(text);
}

function setHead(
  response: Response,
  status: number,
  headers: GivenHeaders,
  mediaType: string | undefined,
): void {
  response.statusCode = status;
  for (const name in headers) {
    if (headers[name] !== undefined) response.setHeader(name, String(headers[name]));
  }
  if (mediaType !== undefined) response.setHeader('Content-Type', mediaType);
}

/** Resolves when the client has read what was written, or has disconnected. */
function drained(response: Response): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      response.off('drain', finish).off('close', finish);
      resolve();
    };
    response.once('drain', finish).once('close', finish);
  });
}

function asHandlerResponse(returned: unknown, operation: Operation): HandlerResponse {
  // Each property is read once, so that the checked value is the one that is sent.
  const { status, body, parts, headers } = (returned ?? {}) as { [Part in keyof HandlerResponse]?: unknown };
  if (typeof status === 'number')
    return { status, body, parts: parts as HandlerResponse['parts'], headers: headers as GivenHeaders };
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
