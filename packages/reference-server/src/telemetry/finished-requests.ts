import { observe } from '@penstock/server';
import type { RequestHandler } from 'express';

/** A finished request, without secrets: no query, no headers, no body. */
export interface FinishedRequest {
  readonly method: string;
  /** As the caller sent it. */
  readonly path: string;
  /** Undefined if the caller disconnected before the response. */
  readonly status: number | undefined;
  readonly seconds: number;
  /** Undefined outside of the contract, for example at `/docs`. */
  readonly requestId: string | undefined;
  /** Undefined if no operation has this path and method. */
  readonly operationId: string | undefined;
  /** The id of the API key or of the token. */
  readonly credentialId: string | undefined;
}

/** Calls the listeners after each request. */
export function finishedRequests(
  ...listeners: readonly ((request: FinishedRequest) => void)[]
): RequestHandler {
  return (request, response, next) => {
    const begun = performance.now();
    const { method, url } = request;
    // Not once, which costs more: the event comes once.
    response.on('close', () => {
      const observation = observe(response);
      const finished = {
        method,
        path: pathOf(url),
        seconds: (performance.now() - begun) / 1000,
        status: response.writableFinished ? response.statusCode : undefined,
        requestId: observation?.requestId,
        operationId: observation?.operation?.operationId,
        credentialId: observation?.principalId,
      };
      for (const listener of listeners) listener(finished);
    });
    next();
  };
}

/** Without the query, which may contain values of the caller. */
function pathOf(url: string): string {
  const end = url.indexOf('?');
  return end === -1 ? url : url.slice(0, end);
}
