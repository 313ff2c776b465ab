import express, { type Request, type Response } from 'express';
import type { OperationContext, Principal } from './handler.ts';
import { type Logger, withFields } from './logger.ts';

/**
 * The second argument of a handler. Address, signal and logger are created at first use, because most handlers do not
 * need them.
 *
 * A class and not an object with getters, although that could be spread: V8 creates a hidden class for each such object,
 * which costs more than the deferred work.
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
    // Requests that bypass the router of Express lack its properties.
    return Reflect.get(express.request, 'ip', this.#request);
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
    if (!response.writableFinished)
      controller.abort(new Error('The client disconnected before the response.'));
  };
  // The event may already be over.
  if (response.destroyed) abort();
  else response.once('close', abort);
  return controller.signal;
}
