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

/** What lies between the callers and the routes. */
export interface Edge {
  readonly crossOrigin: RequestHandler | undefined;
  readonly trustProxy: TrustProxy | undefined;
}

/** @throws Error if an option makes no sense. */
export function createEdge(
  contract: Contract,
  { cors, trustProxy }: { readonly cors?: CorsOptions; readonly trustProxy?: TrustProxy },
): Edge {
  return { crossOrigin: cors === undefined ? undefined : createCors(cors, contract), trustProxy };
}

/** An Express app that has these routes and nothing that Express would add by itself. */
export function createApp(
  routes: readonly Route[],
  { responder, logger }: { readonly responder: Responder; readonly logger: Logger },
  { crossOrigin, trustProxy }: Edge,
): Express {
  const app = express();
  app.disable('x-powered-by');
  // An ETag of the contract is a version of a resource (D-11); Express would add hashes of bodies.
  app.disable('etag');
  trustProxies(app, trustProxy);
  const serve = createRouting(routes);
  const fail = createErrorPipeline(responder, logger);

  // Not by `next`: Express takes the texts 'route' and 'router' for commands, whoever threw them.
  function serveOrFail(request: Request, response: Response): void {
    try {
      serve(request, response)?.catch((error: unknown) => fail(error, response));
    } catch (error) {
      fail(error, response);
    }
  }

  // One middleware and not two: Express spends a microsecond on each.
  app.use((request, response) => {
    startRequestContext(response);
    if (crossOrigin === undefined) serveOrFail(request, response);
    else crossOrigin(request, response, () => serveOrFail(request, response));
  });
  return withLastWord(app, (response) => {
    startRequestContext(response);
    fail(pathNotFound(), response);
  });
}

/** What Express calls for each request; its types leave it out. The app around a mounted one gives the continuation. */
interface Handling {
  handle(request: Request, response: Response, next?: (error?: unknown) => void): void;
}

/**
 * Express shows a target that it cannot read (`http://[`) to no middleware, and answers with a page of its own. If the
 * app stands alone, this answers instead.
 */
function withLastWord(app: Express, answer: (response: Response) => void): Express {
  const handling = app as unknown as Handling;
  const handle = handling.handle.bind(app);
  handling.handle = (request, response, next = () => answer(response)) => handle(request, response, next);
  return app;
}
