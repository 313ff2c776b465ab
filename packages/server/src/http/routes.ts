import type { RequestHandler } from 'express';
import findMyWay from 'find-my-way';
import { sendEmpty } from '../answers/responder.ts';
import type { Operation } from '../contract.ts';
import { methodNotAllowed, pathNotFound, undecodablePath } from '../problems/pipeline-problems.ts';
import { optionsHeaders } from './cors.ts';

/** One operation and what serves it. */
export interface Route {
  readonly operation: Operation;
  readonly endpoint: RequestHandler;
}

/** What a path has. */
interface PathItem {
  readonly allow: string;
  readonly endpoints: ReadonlyMap<string, RequestHandler>;
}

/** The router keeps paths; which method a path has is for {@link PathItem} to say. */
const ANY = 'GET';

/**
 * The routes of the contract, from the operation table. 404, 405 with `Allow`, HEAD and OPTIONS are answered here and
 * not by express-openapi-validator, which knows neither HEAD nor OPTIONS and comes after authentication.
 *
 * Express's own router tries one path after the other, so the last one costs most; this one walks down a tree.
 */
export function createRouting(routes: readonly Route[]): RequestHandler {
  const paths = createRouter(routes);
  return (request, response, next) => {
    const found = paths.find(ANY, request.path);
    if (found === null) throw isDecodable(request.path) ? pathNotFound() : undecodablePath();
    const { allow, endpoints } = found.store as PathItem;
    const endpoint = endpoints.get(request.method);
    if (endpoint !== undefined) {
      request.params = found.params as Record<string, string>;
      return endpoint(request, response, next);
    }
    if (request.method !== 'OPTIONS') throw methodNotAllowed(allow);
    return sendEmpty(response, 204, optionsHeaders(response, allow));
  };
}

function createRouter(routes: readonly Route[]) {
  const router = findMyWay({ maxParamLength: LONGEST_PARAMETER });
  for (const [path, ofPath] of Map.groupBy(routes, ({ operation }) => operation.path as string)) {
    router.on(ANY, path.replaceAll(/\{([^}]+)\}/g, ':$1'), () => undefined, pathItem(ofPath));
  }
  return router;
}

/** Longer than any that Node lets through; how long a parameter may be is the contract's to say. */
const LONGEST_PARAMETER = 1_000_000;

function pathItem(routes: readonly Route[]): PathItem {
  const endpoints = new Map(
    routes.map(({ operation, endpoint }) => [operation.method.toUpperCase(), endpoint]),
  );
  const get = endpoints.get('GET');
  if (get !== undefined) endpoints.set('HEAD', get);
  return { endpoints, allow: [...endpoints.keys(), 'OPTIONS'].sort().join(', ') };
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
