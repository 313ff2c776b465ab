import type { RequestHandler, Response } from 'express';
import type { Authenticate } from './authentication.ts';
import type { Authorize } from './authorization.ts';
import type { Operation } from './contract.ts';
import { exchangeOf } from './exchange.ts';
import type { OperationContext, Principal } from './handler.ts';
import { type Logger, withFields } from './logger.ts';
import type { Limit } from './rate-limit.ts';
import { readBody } from './request-body.ts';
import type { CheckedRequest, ValidateRequest } from './request-validation.ts';
import type { Respond } from './responder.ts';
import type { UserCode } from './user-code.ts';

/** A handler as JavaScript sees it. The types were checked where it was passed in. */
export type AnyHandler = (request: CheckedRequest, context: OperationContext<Principal>) => unknown;

/** Who may call an operation. */
export interface Access {
  readonly authenticate: Authenticate;
  readonly authorize: Authorize;
}

/** The stations of a request, shared by all operations of a server. */
export interface Stations {
  readonly limit: Limit;
  readonly validateRequest: ValidateRequest;
  readonly respond: Respond;
  readonly userCode: UserCode;
  readonly logger: Logger;
}

/**
 * One operation from its route to its answer. The order is the contract's: who, how often, whether at all, and only then what,
 * so that a caller without a credential cannot make the server read or check anything.
 */
export function createEndpoint(
  operation: Operation,
  handler: AnyHandler,
  { authenticate, authorize }: Access,
  { limit, validateRequest, respond, userCode, logger }: Stations,
): RequestHandler {
  return async (request, response) => {
    const exchange = exchangeOf(response);
    exchange.operation = operation;
    const signal = signalOf(response);
    const principal = await authenticate(request);
    exchange.principalId = principal.id;
    await limit(request, response, `${operation.surface} ${principal.id}`);
    await authorize(principal);
    const body = await readBody(request, response, operation);
    const checked = await validateRequest(request, body, operation);
    const context = contextOf(exchange.requestId, operation, principal, signal, logger);
    const answer = await userCode.run(operation, () => handler(checked, context));
    respond(response, operation, answer);
  };
}

function contextOf(
  requestId: string,
  { operationId }: Operation,
  principal: Principal,
  signal: AbortSignal,
  logger: Logger,
): OperationContext<Principal> {
  return { principal, requestId, signal, logger: withFields(logger, { requestId, operationId }) };
}

function signalOf(response: Response): AbortSignal {
  const controller = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) controller.abort(new Error('The client went away before its answer.'));
  });
  return controller.signal;
}
