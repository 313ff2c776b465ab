import type { Request, Response } from 'express';
import type { OperationContext, Principal } from './handler.ts';
import { type Logger, withFields } from './logger.ts';

/**
 * What a handler gets beside its request. Address, signal and logger are made when they are first asked for: most
 * handlers of most requests never do.
 *
 * A class and not an object with getters, although that could be spread: V8 makes a shape of its own for each such
 * object, which costs more than all that is put off here.
 */
export class HandlerContext implements OperationContext<Principal> {
  readonly principal: Principal;
  readonly requestId: string;
  readonly #request: Request;
  readonly #response: Response;
  readonly #operationId: string;
  readonly #serverLogger: Logger;
  #signal: AbortSignal | undefined;
  #logger: Logger | undefined;

  constructor(
    request: Request,
    response: Response,
    principal: Principal,
    requestId: string,
    operationId: string,
    serverLogger: Logger,
  ) {
    this.principal = principal;
    this.requestId = requestId;
    this.#request = request;
    this.#response = response;
    this.#operationId = operationId;
    this.#serverLogger = serverLogger;
  }

  get clientAddress(): string | undefined {
    return this.#request.ip;
  }

  get signal(): AbortSignal {
    this.#signal ??= signalOf(this.#response);
    return this.#signal;
  }

  get logger(): Logger {
    const { requestId } = this;
    this.#logger ??= withFields(this.#serverLogger, { requestId, operationId: this.#operationId });
    return this.#logger;
  }
}

function signalOf(response: Response): AbortSignal {
  const controller = new AbortController();
  const abort = () => {
    if (!response.writableFinished) controller.abort(new Error('The client went away before its answer.'));
  };
  // Who asks late has missed the event.
  if (response.destroyed) abort();
  else response.once('close', abort);
  return controller.signal;
}
