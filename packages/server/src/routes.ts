import type { Express, RequestHandler } from 'express';
import type { Operation } from './contract.ts';
import { optionsHeaders } from './cors.ts';
import { methodNotAllowed, pathNotFound } from './pipeline-problems.ts';
import { sendEmpty } from './responder.ts';

/** One operation and what serves it. */
export interface Route {
  readonly operation: Operation;
  readonly endpoint: RequestHandler;
}

/**
 * The routes of the contract, from the operation table. 404, 405 with `Allow`, HEAD and OPTIONS are answered here and
 * not by express-openapi-validator, which knows neither HEAD nor OPTIONS and comes after authentication.
 */
export function registerRoutes(app: Express, routes: readonly Route[]): void {
  for (const [path, ofPath] of byPath(routes)) {
    const allow = allowOf(ofPath);
    const route = app.route(path.replaceAll(/\{([^}]+)\}/g, ':$1'));
    // Express answers HEAD with the handler of GET.
    for (const { operation, endpoint } of ofPath) route[operation.method](endpoint);
    route.options((_request, response) => sendEmpty(response, 204, optionsHeaders(response, allow)));
    route.all(() => {
      throw methodNotAllowed(allow);
    });
  }
  app.use(() => {
    throw pathNotFound();
  });
}

/** Paths with their routes, literal segments before parameters: `…/pipes/export` must not be taken for a pipe's id. */
function byPath(routes: readonly Route[]): [string, Route[]][] {
  const paths = Map.groupBy(routes, ({ operation }) => operation.path as string);
  return [...paths].sort(([a], [b]) => (parametersLast(a) < parametersLast(b) ? -1 : 1));
}

function parametersLast(path: string): string {
  return path.replaceAll(/\{[^}]+\}/g, '\u{10ffff}');
}

function allowOf(routes: readonly Route[]): string {
  const methods = routes.map(({ operation }) => operation.method.toUpperCase());
  const head = methods.includes('GET') ? ['HEAD'] : [];
  return [...new Set([...methods, ...head, 'OPTIONS'])].sort().join(', ');
}
