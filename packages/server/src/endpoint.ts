import type { Request, Response } from 'express';
import type { Authenticate } from './access/authentication.ts';
import type { Authorize } from './access/authorization.ts';
import type { Limit } from './access/rate-limit.ts';
import type { Operation } from './contract.ts';
import type { CheckedRequest, ValidateRequest } from './engines/validation.ts';
import type { OperationContext, Principal } from './handler.ts';
import { HandlerContext } from './handler-context.ts';
import { requestContextOf } from './http/request-context.ts';
import type { Logger } from './logger.ts';
import { readBody } from './requests/request-body.ts';
import type { Responder } from './responses/responder.ts';

/** A handler as JavaScript sees it. The types were checked where it was passed in. */
export type AnyHandler = (request: CheckedRequest, context: OperationContext<Principal>) => unknown;

/** Who may call an operation. */
export interface Access {
  readonly authenticate: Authenticate;
  /** Undefined if everybody may do everything. */
  readonly authorize: Authorize | undefined;
}

/** The stations of a request, shared by all operations of a server. */
export interface Stages {
  readonly limit: Limit;
  readonly validateRequest: ValidateRequest;
  readonly responder: Responder;
  readonly logger: Logger;
}

/** Answers a request to one operation, or rejects with the reason why not. */
export type Endpoint = (request: Request, response: Response) => Promise<void>;

/**
 * One operation from its route to its answer. The order is the contract's: who, how often, whether at all, and only then what,
 * so that a caller without a credential cannot make the server read or check anything.
 */
export function createEndpoint(
  operation: Operation,
  handler: AnyHandler,
  { authenticate, authorize }: Access,
  { limit, validateRequest, responder, logger }: Stages,
): Endpoint {
  const takesBody = operation.requestBody !== 'none';
  return async (request, response) => {
    const requestContext = requestContextOf(response);
    requestContext.operation = operation;
    const principal = await authenticate(request);
    requestContext.principalId = principal.id;
    await limit(response, `${operation.surface} ${principal.id}`);
    if (authorize !== undefined) await authorize(principal);
    const body = takesBody ? await readBody(request) : undefined;
    const checked = await validateRequest(request, body, operation);
    const context = new HandlerContext(
      request,
      response,
      principal,
      requestContext.requestId,
      operation.operationId,
      logger,
    );
    responder.answer(response, operation, await handler(checked, context));
  };
}
