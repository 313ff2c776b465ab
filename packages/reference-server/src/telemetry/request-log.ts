import type { Logger } from 'pino';
import type { FinishedRequest } from './finished-requests.ts';

/** One line a request: who asked for what, what was answered, how long it took. */
export function requestLog(logger: Logger): (request: FinishedRequest) => void {
  return ({ seconds, ...request }) => {
    const gone = request.status === undefined;
    logger.info(
      { ...request, durationMs: Math.round(seconds * 1000) },
      gone ? 'A client went away before its answer' : 'A request was answered',
    );
  };
}
