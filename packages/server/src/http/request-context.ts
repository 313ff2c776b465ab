import { randomUUID } from 'node:crypto';
import type { Response } from 'express';
import type { Operation } from '../contract.ts';
import { OwnHeaders } from './own-headers.ts';
import { SECURITY_HEADERS } from './security-headers.ts';

/** The state of a request that all its stages share. */
export interface RequestContext {
  readonly requestId: string;
  readonly headers: OwnHeaders;
  /** Set once a route has matched. */
  operation: Operation | undefined;
  /** Set once the request is authenticated. */
  principalId: string | undefined;
}

// A symbol on the response: other middleware could overwrite `res.locals`, and a WeakMap with an entry per request costs
// garbage collection.
const REQUEST_CONTEXT = Symbol('request context');

interface ResponseWithContext extends Response {
  [REQUEST_CONTEXT]?: RequestContext;
}

/**
 * Sets the security headers of the response and the request id: a UUID v4 that the server generates, on every response
 * (D-09). The caller's `X-Request-Id` is ignored, because it could be a duplicate or a log injection.
 *
 * @param isMounted whether an app around this one can read the headers of the response
 */
export function startRequestContext(response: ResponseWithContext, isMounted: boolean): void {
  const requestId = randomUUID();
  const headers = new OwnHeaders(response, isMounted, SECURITY_HEADERS);
  response[REQUEST_CONTEXT] = { requestId, headers, operation: undefined, principalId: undefined };
  headers.set('X-Request-Id', requestId);
}

export function findRequestContext(response: ResponseWithContext): RequestContext | undefined {
  return response[REQUEST_CONTEXT];
}

export function requestContextOf(response: ResponseWithContext): RequestContext {
  const context = findRequestContext(response);
  if (context === undefined) throw new Error('startRequestContext must be the first call of the app.');
  return context;
}
