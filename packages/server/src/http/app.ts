import express, { type Express, type RequestHandler } from 'express';
import type { Responder } from '../answers/responder.ts';
import type { Contract } from '../contract.ts';
import type { Logger } from '../logger.ts';
import { createErrorPipeline } from '../problems/error-pipeline.ts';
import { type CorsOptions, createCors } from './cors.ts';
import { beginExchange } from './exchange.ts';
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
  app.set('query parser', 'simple');
  // The contract's paths and no others.
  app.enable('case sensitive routing');
  app.enable('strict routing');
  trustProxies(app, trustProxy);
  const serve = createRouting(routes);
  if (crossOrigin === undefined) {
    // One middleware and not two: Express spends a microsecond on each.
    app.use((request, response, next) => {
      beginExchange(response);
      return serve(request, response, next);
    });
  } else {
    app.use((_request, response, next) => {
      beginExchange(response);
      next();
    });
    app.use(crossOrigin, serve);
  }
  app.use(createErrorPipeline(responder, logger));
  return app;
}
