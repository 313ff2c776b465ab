import type { ServerResponse } from 'node:http';
import type { Response } from 'express';
import type { Operation } from '../contract.ts';
import { findRequestContext } from './request-context.ts';

/** What the server has found out about a request. Nothing in it is secret, and nothing was made up by a caller. */
export interface Observation {
  /** The one in `X-Request-Id`. */
  readonly requestId: string;
  /** Undefined if no operation has this path and method. */
  readonly operation: Operation | undefined;
  /** The `id` of the principal; undefined if the request was not authenticated. */
  readonly principalId: string | undefined;
}

/**
 * For logs, metrics and traces: what is known so far of the request that a response answers. Ask it when the response
 * has closed, from a middleware before the server's app.
 *
 * @returns undefined if the request never came to an app of this package.
 */
export function observe(response: ServerResponse): Observation | undefined {
  const context = findRequestContext(response as Response);
  if (context === undefined) return undefined;
  const { requestId, operation, principalId } = context;
  return { requestId, operation, principalId };
}
