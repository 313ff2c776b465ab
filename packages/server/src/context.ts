import type { Request, Response } from 'express';
import type { OperationContext, Principal } from './handler.ts';
import { type Logger, withFields } from './logger.ts';

/**
 * What a handler gets beside its request. Address, signal and logger are made when they are first asked for: most
 * handlers of most requests never do. Not a class, so that a handler may spread it.
 */
export function createContext(
  request: Request,
  response: Response,
  principal: Principal,
  requestId: string,
  operationId: string,
  log: Logger,
): OperationContext<Principal> {
  let signal: AbortSignal | undefined;
  let logger: Logger | undefined;
  return {
    principal,
    requestId,
    get clientAddress() {
      return request.ip;
    },
    get signal() {
      signal ??= signalOf(response);
      return signal;
    },
    get logger() {
      logger ??= withFields(log, { requestId, operationId });
      return logger;
    },
  };
}

function signalOf(response: Response): AbortSignal {
  const controller = new AbortController();
  const abort = () => {
    if (!response.writableFinished) controller.abort(new Error('The client went away before its answer.'));
  };
  if (response.destroyed) abort();
  else response.once('close', abort);
  return controller.signal;
}
