import { ApiError, ConnectionError, PenstockError, UnauthenticatedError } from '@penstock/client';
import type { ApiAccess } from './api-access.ts';

/** Sentences about a failed call: what happened, and what to do. A call that the signal has ended has the message of its reason. */
export function problemOf(
  error: unknown,
  { url, credential }: Pick<ApiAccess, 'url' | 'credential'>,
  signal?: AbortSignal,
): string {
  if (signal?.aborted) return (signal.reason as Error).message;
  if (error instanceof UnauthenticatedError)
    return `${url} rejects the credential of ${credential}. Use one of this server: penstock tokens --help`;
  if (error instanceof ApiError)
    return [
      error.problem.detail,
      ...error.errors.map(({ pointer, parameter, message }) => `${pointer ?? parameter} ${message}`),
    ].join('\n');
  if (error instanceof ConnectionError)
    return `${url} does not respond. Start the server (penstock serve), or set another URL with --url.`;
  if (error instanceof PenstockError) return error.message;
  throw error;
}
