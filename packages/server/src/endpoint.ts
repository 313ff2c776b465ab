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
import type { Prove } from './start/proofs.ts';

/** A handler without its types, which the compiler checks where the handler is passed in. */
export type AnyHandler = (request: CheckedRequest, context: OperationContext<Principal>) => unknown;

/** Checks who may call an operation. */
export interface Access {
  readonly authenticate: Authenticate;
  /** Undefined if every principal may call the operation. */
  readonly authorize: Authorize | undefined;
}

/** The stages of a request, shared by all operations of a server. */
export interface Stages {
  /** Resolves when it is proven that the operation cannot be served unchecked. */
  readonly prove: Prove;
  readonly limit: Limit;
  readonly validateRequest: ValidateRequest;
  readonly responder: Responder;
  readonly logger: Logger;
}

/** Responds to a request to one operation, or rejects with the reason. */
export type Endpoint = (request: Request, response: Response) => Promise<void>;

/**
 * Serves one operation from its route to its response, in the order of the contract: authentication, rate limit,
 * authorization, body, validation, handler. Without a valid credential, nothing of the request is read or validated.
 * Callers without a credential cannot cause the proof, which may compile the operation at its first request.
 */
export function createEndpoint(
  operation: Operation,
  handler: AnyHandler,
  { authenticate, authorize }: Access,
  { prove, limit, validateRequest, responder, logger }: Stages,
): Endpoint {
  const takesBody = operation.requestBody !== 'none';
  return async (request, response) => {
    const requestContext = requestContextOf(response);
    requestContext.operation = operation;
    const principal = await authenticate(request);
    requestContext.principalId = principal.id;
    await prove(operation);
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
    await responder.respond(response, operation, await handler(checked, context));
  };
}
