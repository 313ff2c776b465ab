import type { Logger } from '@penstock/server';
import type { RequestHandler } from 'express';

/** One line a request: what was asked, what was answered, how long it took. Never a query, a header or a body. */
export function requestLog(logger: Logger): RequestHandler {
  return (request, response, next) => {
    const begun = performance.now();
    const { method, path } = request;
    response.once('close', () => {
      logger.info(
        {
          requestId: response.getHeader('X-Request-Id'),
          method,
          path,
          status: response.writableFinished ? response.statusCode : undefined,
          ms: Math.round(performance.now() - begun),
        },
        response.writableFinished ? 'A request was answered' : 'A client went away before its answer',
      );
    });
    next();
  };
}
