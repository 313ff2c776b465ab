import express, { type Express, type Request, type RequestHandler, type Response } from 'express';
import type { Contract } from '../contract.ts';
import type { Logger } from '../logger.ts';
import { createErrorPipeline } from '../problems/error-pipeline.ts';
import { pathNotFound } from '../problems/pipeline-problems.ts';
import type { Responder } from '../responses/responder.ts';
import { type CorsOptions, createCors } from './cors.ts';
import { startRequestContext } from './request-context.ts';
import { createRouting, type Route } from './routes.ts';
import { type TrustProxy, trustProxies } from './trust-proxy.ts';

/** The middleware in front of the routes. */
export interface Edge {
  readonly crossOrigin: RequestHandler | undefined;
  readonly trustProxy: TrustProxy | undefined;
}

/** @throws Error if an option is invalid. */
export function createEdge(
  contract: Contract,
  { cors, trustProxy }: { readonly cors?: CorsOptions; readonly trustProxy?: TrustProxy },
): Edge {
  return { crossOrigin: cors === undefined ? undefined : createCors(cors, contract), trustProxy };
}

/** Returns an Express app with these routes and without the defaults of Express. */
export function createApp(
  routes: readonly Route[],
  { responder, logger }: { readonly responder: Responder; readonly logger: Logger },
  { crossOrigin, trustProxy }: Edge,
): Express {
  const app = express();
  app.disable('x-powered-by');
  // An ETag of the contract is the version of a resource (D-11); Express would add hashes of bodies.
  app.disable('etag');
  trustProxies(app, trustProxy);
  const serve = createRouting(routes);
  const fail = createErrorPipeline(responder, logger);

  // Not with `next`: Express interprets the strings 'route' and 'router' as commands, even if a handler throws them.
  function serveOrFail(request: Request, response: Response): void {
    try {
      serve(request, response)?.catch((error: unknown) => fail(error, response));
    } catch (error) {
      fail(error, response);
    }
  }

  // One middleware and not two: each costs a microsecond in Express.
  app.use((request, response) => {
    startRequestContext(response);
    if (crossOrigin === undefined) serveOrFail(request, response);
    else crossOrigin(request, response, () => serveOrFail(request, response));
  });
  return withFallback(app, (response) => {
    startRequestContext(response);
    fail(pathNotFound(), response);
  });
}

/** The method that Express calls for each request; its types omit it. The app around a mounted app passes `next`. */
interface Handling {
  handle(request: Request, response: Response, next?: (error?: unknown) => void): void;
}

/**
 * Express passes a target that it cannot parse (`http://[`) to no middleware, and responds with an HTML page. If the app
 * is not mounted in another one, `respond` replaces that page.
 */
function withFallback(app: Express, respond: (response: Response) => void): Express {
  const handling = app as unknown as Handling;
  const handle = handling.handle.bind(app);
  handling.handle = (request, response, next = () => respond(response)) => handle(request, response, next);
  return app;
}
