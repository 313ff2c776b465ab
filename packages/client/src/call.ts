import { type OperationId, operations } from '@penstock/contract';
import { type Answer, AnswerPromise } from './answer.ts';
import type { ChangeOptions, CreateOptions } from './call-options.ts';
import type { Problem } from './contract-views.ts';
import type { TakeOffEnvelope } from './envelope.ts';
import type { OperationInput, OperationResult } from './operation-types.ts';
import { PenstockError } from './penstock-error.ts';
import { ConnectionFailure, type IncomingResponse, type Send } from './transport.ts';

/** Calls an operation of the contract. All that is particular to it comes from the operation table. */
export type Call = <Id extends OperationId>(
  operationId: Id,
  input: OperationInput<Id>,
  options?: CreateOptions & ChangeOptions,
) => AnswerPromise<OperationResult<Id>>;

export function createCall(send: Send, takeOffEnvelope: TakeOffEnvelope): Call {
  return (operationId, { path, query, body }, options = {}) => {
    const { method, path: template } = operations[operationId];
    const outgoing = {
      method,
      path: template,
      parameters: { path, query },
      body,
      headers: { 'Idempotency-Key': options.idempotencyKey, 'If-Match': options.ifMatch },
      signal: options.signal,
    };
    const incoming = send(outgoing);
    return new AnswerPromise(answerOf(operationId, incoming, takeOffEnvelope));
  };
}

async function answerOf<Id extends OperationId>(
  operationId: Id,
  incoming: Promise<IncomingResponse>,
  takeOffEnvelope: TakeOffEnvelope,
): Promise<Answer<OperationResult<Id>>> {
  const { response, body } = await incoming.catch((reason) => {
    throw reason instanceof ConnectionFailure ? connectionFailed(operationId, reason) : reason;
  });
  const { status, headers } = response;
  if (!response.ok) throw refused(operationId, response, body);
  const data = takeOffEnvelope(body);
  if (data === undefined) throw unexpectedAnswer(operationId, response);
  return {
    data: data as OperationResult<Id>,
    status,
    headers,
    requestId: requestIdOf(response),
    etag: headers.get('ETag') ?? undefined,
  };
}

function connectionFailed(operationId: OperationId, { message }: ConnectionFailure): PenstockError {
  return new PenstockError({ operationId, status: 0, code: 'connection_failed', detail: message });
}

function refused(operationId: OperationId, response: Response, body: unknown): PenstockError {
  if (isRedirect(response)) return redirectRefused(operationId, response);
  if (!isProblem(body)) return unexpectedAnswer(operationId, response);
  return new PenstockError({
    operationId,
    status: response.status,
    code: body.code,
    detail: body.detail,
    requestId: requestIdOf(response) ?? body.requestId,
    problem: body,
  });
}

function redirectRefused(operationId: OperationId, response: Response): PenstockError {
  const detail = 'The answer is a redirect, which the contract does not have. Check baseUrl.';
  return new PenstockError({ operationId, status: response.status, code: 'redirect_refused', detail });
}

/** The body is left out, whatever it is: pages of proxies like to repeat the request. */
function unexpectedAnswer(operationId: OperationId, response: Response): PenstockError {
  const mediaType =
    /^[\w.+-]+\/[\w.+-]+/.exec(response.headers.get('Content-Type') ?? '')?.[0] ?? 'no media type';
  return new PenstockError({
    operationId,
    status: response.status,
    code: 'unexpected_answer',
    detail: `The answer has another shape than the contract says (${mediaType}). Check baseUrl and what is in between.`,
    requestId: requestIdOf(response),
  });
}

/** Browsers hide a redirect that is not followed behind status 0. */
function isRedirect({ type, status }: Response): boolean {
  return type === 'opaqueredirect' || (status >= 300 && status < 400);
}

function isProblem(body: unknown): body is Problem {
  if (typeof body !== 'object' || body === null) return false;
  const { code, detail, errors = [] } = body as { code?: unknown; detail?: unknown; errors?: unknown };
  return typeof code === 'string' && typeof detail === 'string' && Array.isArray(errors);
}

function requestIdOf(response: Response): string | undefined {
  return response.headers.get('X-Request-Id') ?? undefined;
}
