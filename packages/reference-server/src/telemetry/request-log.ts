import type { Logger } from 'pino';
import type { FinishedRequest } from './finished-requests.ts';

/** Logs one line per request: credential, operation, status and duration. */
export function requestLog(logger: Logger): (request: FinishedRequest) => void {
  return ({ seconds, ...request }) => {
    const gone = request.status === undefined;
    logger.info(
      { ...request, durationMs: Math.round(seconds * 1000) },
      gone ? 'Client disconnected before the response' : 'Request finished',
    );
  };
}
