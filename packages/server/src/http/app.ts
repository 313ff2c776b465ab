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

  function begin(request: Request, response: Response, isMounted: boolean): void {
    startRequestContext(response, isMounted);
    if (crossOrigin === undefined) serveOrFail(request, response);
    else crossOrigin(request, response, () => serveOrFail(request, response));
  }

  // One middleware and not two: each costs a microsecond in Express.
  app.use((request, response) => begin(request, response, true));
  const serveDirectly = (request: Request, response: Response) => begin(request, response, false);
  return withShortcut(app, serveDirectly, (response) => {
    startRequestContext(response, false);
    fail(pathNotFound(), response);
  });
}

/** The method that Express calls for each request; its types omit it. The app around a mounted app passes `next`. */
interface Handling {
  handle(request: Request, response: Response, next?: (error?: unknown) => void): void;
}

/**
 * If the app is not mounted in another one, nothing is between Express and its only middleware, which therefore gets requests
 * directly: the router of Express, and the prototypes that it gives to requests and responses, cost as much as the validation.
 *
 * Express passes a target that it cannot parse (`http://[`) to no middleware, and responds with an HTML page. `respond`
 * replaces that page.
 */
function withShortcut(
  app: Express,
  serve: (request: Request, response: Response) => void,
  respond: (response: Response) => void,
): Express {
  const handling = app as unknown as Handling;
  const handle = handling.handle.bind(app);
  handling.handle = (request, response, next) => {
    if (next !== undefined || !request.url.startsWith('/')) {
      handle(request, response, next ?? (() => respond(response)));
      return;
    }
    request.app = app;
    serve(request, response);
  };
  return app;
}
