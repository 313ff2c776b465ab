import { randomUUID } from 'node:crypto';
import type { NextFunction, Request, Response } from 'express';
import type { Operation } from '../contract.ts';
import { SECURITY_HEADERS } from './security-headers.ts';

/** What is known of a request from its first moment on. */
export interface Exchange {
  readonly requestId: string;
  /** Set once a route has matched. */
  operation?: Operation;
  /** Set once the request is authenticated. */
  principalId?: string;
}

// Beside the response and not in `res.locals`, which every middleware of the embedding app could overwrite.
const exchanges = new WeakMap<Response, Exchange>();

/**
 * Gives the answer its security headers and the request its id: a UUID v4 of ours, on every answer (D-09). A caller's
 * `X-Request-Id` is ignored: it could repeat, lie or carry log injections.
 */
export function beginExchange(_request: Request, response: Response, next: NextFunction): void {
  const requestId = randomUUID();
  exchanges.set(response, { requestId });
  response.setHeader('X-Request-Id', requestId);
  for (const [name, value] of SECURITY_HEADERS) response.setHeader(name, value);
  next();
}

export function findExchange(response: Response): Exchange | undefined {
  return exchanges.get(response);
}

export function exchangeOf(response: Response): Exchange {
  const exchange = findExchange(response);
  if (exchange === undefined) throw new Error('beginExchange has to be the first middleware of the app.');
  return exchange;
}
