import { setImmediate as nextTurn } from 'node:timers/promises';
import { UndeclaredValue } from '@penstock/contract/responses';
import type { Response } from 'express';
import type { Operation } from '../contract.ts';
import type { ValidateResponse } from '../engines/validation.ts';
import type { BodyParts } from '../handler.ts';
import type { OwnHeaders } from '../http/own-headers.ts';
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
  respond(response: Response, operation: Operation, returned: unknown): Promise<void> | undefined;
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
  function sendChecked(
    response: Response,
    operation: Operation,
    declared: DeclaredResponse,
    { status, body, headers = {} }: HandlerResponse,
  ): void {
    rejectInvalidHeaders(response, operation, status, headers, declared);
    const copy = declaredCopy(operation, status, body, declared);
    const text = serialise(operation, status, copy, declared);
    // The validator may write into the copy, of which the text is sent.
    if (text !== undefined && isSampled(declared))
      validateResponse(operation, status, declared.mediaType ?? '', copy);
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
    const texts = joinedParts(parts, {
      copy: (body) => declaredCopy(operation, status, body, declared),
      check: (copy) => {
        if (isChecked) validateResponse(operation, status, declared.mediaType ?? '', copy);
      },
    });
    for await (const { text, isLast } of texts) {
      if (response.destroyed) return;
      if (isLast && !response.headersSent) {
        send(response, status, headers, declared.mediaType, text);
        return unread.count(response);
      }
      if (!response.headersSent) ownHeaders(response, headers, declared.mediaType).writeHead(status);
      const isRead = response.write(text);
      unread.count(response);
      // Other requests are served between two parts.
      await (isRead ? nextTurn() : drained(response));
    }
    response.end();
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
      if (given.parts !== undefined) return sendParts(response, operation, declared, given, given.parts);
      sendChecked(response, operation, declared, given);
      return undefined;
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
  const own = ownHeaders(response, headers, mediaType);
  if (mediaType === undefined || text === undefined) {
    own.end(status);
    return;
  }
  const length = Buffer.byteLength(text);
  own.set('Content-Length', length);
  own.writeHead(status);
  // In a response to HEAD, Node leaves out the body and keeps its length.
  if (length === text.length && length <= WRITTEN_AT_ONCE) response.end(text, 'latin1');
  else response.end(Buffer.from(text));
}

/** Node writes a short text in ASCII together with the head, without a buffer. */
const WRITTEN_AT_ONCE = 16 * 1024;

/** The headers of the server with those of the handler. */
function ownHeaders(response: Response, headers: GivenHeaders, mediaType: string | undefined): OwnHeaders {
  const { headers: own } = requestContextOf(response);
  for (const name in headers) {
    if (headers[name] !== undefined) own.set(name, String(headers[name]));
  }
  if (mediaType !== undefined) own.set('Content-Type', mediaType);
  return own;
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
function declaredCopy(
  { operationId }: Operation,
  status: number,
  body: unknown,
  { copyDeclared }: DeclaredResponse,
): unknown {
  try {
    return copyDeclared(body);
  } catch (error) {
    if (!(error instanceof UndeclaredValue)) throw error;
    throw new ContractViolation(
      `The ${status} response of ${operationId} has a value at ${error.pointer} that the contract does not declare.`,
    );
  }
}
