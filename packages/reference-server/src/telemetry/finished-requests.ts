import { observe } from '@penstock/server';
import type { RequestHandler, Response } from 'express';

/** A request that is over. Nothing in it is secret: no query, no header, no body. */
export interface FinishedRequest {
  readonly method: string;
  /** As the caller wrote it. */
  readonly path: string;
  /** Undefined if the caller went away before the answer. */
  readonly status: number | undefined;
  readonly seconds: number;
  /** Undefined outside of the contract, at `/docs` for example. */
  readonly requestId: string | undefined;
  /** Undefined if no operation has this path and method. */
  readonly operationId: string | undefined;
  /** The id of the API key or of the token. */
  readonly credentialId: string | undefined;
}

/** Tells all who listen what has become of each request. */
export function finishedRequests(
  ...listeners: readonly ((request: FinishedRequest) => void)[]
): RequestHandler {
  return (request, response, next) => {
    const begun = performance.now();
    const { method, path } = request;
    response.once('close', () => {
      const finished = { method, path, seconds: (performance.now() - begun) / 1000, ...outcomeOf(response) };
      for (const listener of listeners) listener(finished);
    });
    next();
  };
}

function outcomeOf(response: Response) {
  const observation = observe(response);
  return {
    status: response.writableFinished ? response.statusCode : undefined,
    requestId: observation?.requestId,
    operationId: observation?.operation?.operationId,
    credentialId: observation?.principalId,
  };
}
