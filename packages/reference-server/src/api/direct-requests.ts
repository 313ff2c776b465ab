import type { Express, Request, RequestHandler, Response } from 'express';

/** The first part of the paths that the router of the app serves. The routes are matched in any case, as Express does. */
const ROUTED = /^\/(livez|readyz|metrics|docs)\b/i;

/** The method that Express calls for each request; its types omit it. */
interface Handling {
  handle(request: Request, response: Response, next?: (error?: unknown) => void): void;
}

/**
 * Hands requests of the contract to these handlers without the router of the app: to try each route, and to mount one app in
 * another, costs as much as a query. The app must end with the same handlers, for the remaining requests.
 */
export function serveDirectly(app: Express, handlers: readonly RequestHandler[]): Express {
  const handling = app as unknown as Handling;
  const route = handling.handle.bind(app);
  handling.handle = (request, response, next) => {
    if (next !== undefined || !request.url.startsWith('/') || ROUTED.test(request.url))
      route(request, response, next);
    else serve(handlers, 0, request, response);
  };
  return app;
}

/** The last handler gets no `next`: it responds to everything. */
function serve(
  handlers: readonly RequestHandler[],
  index: number,
  request: Request,
  response: Response,
): void {
  const isLast = index === handlers.length - 1;
  const next = () => serve(handlers, index + 1, request, response);
  handlers[index]?.(request, response, isLast ? (undefined as never) : next);
}
