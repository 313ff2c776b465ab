import type { ServerResponse } from 'node:http';
import type { Response } from 'express';
import type { Operation } from '../contract.ts';
import { findRequestContext } from './request-context.ts';

/** The facts of a request for logs and metrics. They contain no secrets and no input of the caller. */
export interface Observation {
  /** The one in `X-Request-Id`. */
  readonly requestId: string;
  /** Undefined if no operation has this path and method. */
  readonly operation: Operation | undefined;
  /** The `id` of the principal; undefined if the request was not authenticated. */
  readonly principalId: string | undefined;
}

/**
 * Returns what is known about the request of a response, for logs, metrics and traces. Call it when the response has
 * closed, from a middleware before the server's app.
 *
 * @returns undefined if the request did not reach an app of this package.
 */
export function observe(response: ServerResponse): Observation | undefined {
  const context = findRequestContext(response as Response);
  if (context === undefined) return undefined;
  const { requestId, operation, principalId } = context;
  return { requestId, operation, principalId };
}
