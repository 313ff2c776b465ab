import { randomUUID } from 'node:crypto';
import type { Response } from 'express';
import type { Operation } from '../contract.ts';
import { SECURITY_HEADERS } from './security-headers.ts';

/** What is known of a request from its first moment on. */
export interface RequestContext {
  readonly requestId: string;
  /** Set once a route has matched. */
  operation: Operation | undefined;
  /** Set once the request is authenticated. */
  principalId: string | undefined;
}

// On the response, under a name that nobody else has: every middleware of the embedding app could overwrite `res.locals`,
// and a WeakMap with an entry for each request is work for the garbage collector.
const REQUEST_CONTEXT = Symbol('request context');

interface ResponseWithContext extends Response {
  [REQUEST_CONTEXT]?: RequestContext;
}

/**
 * Gives the answer its security headers and the request its id: a UUID v4 of ours, on every answer (D-09). A caller's
 * `X-Request-Id` is ignored: it could repeat, lie or carry log injections.
 */
export function startRequestContext(response: ResponseWithContext): void {
  const requestId = randomUUID();
  response[REQUEST_CONTEXT] = { requestId, operation: undefined, principalId: undefined };
  response.setHeader('X-Request-Id', requestId);
  for (const [name, value] of SECURITY_HEADERS) response.setHeader(name, value);
}

export function findRequestContext(response: ResponseWithContext): RequestContext | undefined {
  return response[REQUEST_CONTEXT];
}

export function requestContextOf(response: ResponseWithContext): RequestContext {
  const context = findRequestContext(response);
  if (context === undefined)
    throw new Error('startRequestContext has to come before everything else in the app.');
  return context;
}
