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
import { isPending } from './pending.ts';
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
  /** Undefined or resolves when it is proven that the operation cannot be served unchecked. */
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
    const authenticated = authenticate(request);
    const principal = isPending(authenticated) ? await authenticated : authenticated;
    requestContext.principalId = principal.id;
    const proof = prove(operation);
    if (proof !== undefined) await proof;
    const counted = limit(response, `${operation.surface} ${principal.id}`);
    if (counted !== undefined) await counted;
    const authorized = authorize?.(principal);
    if (isPending(authorized)) await authorized;
    const body = takesBody ? await readBody(request) : undefined;
    const validated = validateRequest(request, body, operation);
    const checked = isPending(validated) ? await validated : validated;
    const context = new HandlerContext(
      request,
      response,
      principal,
      requestContext.requestId,
      operation.operationId,
      logger,
    );
    const returned = handler(checked, context);
    const sent = responder.respond(response, operation, isPending(returned) ? await returned : returned);
    if (sent !== undefined) await sent;
  };
}
