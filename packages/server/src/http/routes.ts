import { isDecodable } from '@penstock/contract/requests';
import type { Request, Response } from 'express';
import findMyWay from 'find-my-way';
import type { Operation } from '../contract.ts';
import type { Endpoint } from '../endpoint.ts';
import { methodNotAllowed, pathNotFound, undecodablePath } from '../problems/pipeline-problems.ts';
import { sendEmpty } from '../responses/responder.ts';
import { optionsHeaders } from './cors.ts';

/** One operation and what serves it. */
export interface Route {
  readonly operation: Operation;
  readonly endpoint: Endpoint;
}

/** The methods of a path. */
interface PathItem {
  readonly allow: string;
  readonly endpoints: ReadonlyMap<string, Endpoint>;
}

/** The router matches paths only; {@link PathItem} has the methods. */
const ANY = 'GET';

/**
 * Routes requests by the operation table, and handles 404, 405 with `Allow`, HEAD and OPTIONS. express-openapi-validator
 * supports neither HEAD nor OPTIONS and runs after authentication.
 *
 * The router is find-my-way, a tree: Express's own router tries one path after the other, so the last one is the slowest.
 */
export function createRouting(routes: readonly Route[]): Serve {
  const paths = createRouter(routes);
  return (request, response) => {
    const path = pathOf(request.url);
    const found = paths.find(ANY, encodedTwice(path));
    if (found === null || lacksParameter(path, found.params))
      throw isDecodable(path) ? pathNotFound() : undecodablePath();
    const { allow, endpoints } = found.store as PathItem;
    const endpoint = endpoints.get(request.method);
    if (endpoint !== undefined) {
      request.params = path.includes('%') ? decoded(found.params) : (found.params as Parameters);
      return endpoint(request, response);
    }
    if (request.method !== 'OPTIONS') throw methodNotAllowed(allow);
    return void sendEmpty(response, 204, optionsHeaders(response, allow));
  };
}

/** Responds to a request, or throws (rejects) with the reason. */
type Serve = (request: Request, response: Response) => Promise<void> | undefined;

type Parameters = Record<string, string>;

/**
 * Returns the path of a request target, as it was sent. Not Express's path: for a target with `#`, which is not allowed,
 * Express converts backslashes into slashes.
 */
function pathOf(target: string): string {
  const end = target.indexOf('?');
  const path = end === -1 ? target : target.slice(0, end);
  return path.startsWith('/') ? path : path.replace(AUTHORITY, '') || '/';
}

/** The part before the path in a target that is an absolute URL (RFC 9112 section 3.2.2). */
const AUTHORITY = /^[a-z][a-z0-9+.-]*:\/\/[^/]*/i;

/**
 * find-my-way decodes a path before it looks it up, so that `/%70ipes` would be `/pipes`, and ends the path at `#`. These
 * characters are encoded once more, and the parameters are decoded once, here.
 */
function encodedTwice(path: string): string {
  if (!path.includes('%') && !path.includes('#')) return path;
  return path.replaceAll(/[%#]/g, encodeURIComponent);
}

function decoded(params: Record<string, string | undefined>): Parameters {
  try {
    return Object.fromEntries(
      Object.entries(params).map(([name, value = '']) => [name, decodeURIComponent(value)]),
    );
  } catch {
    throw undecodablePath();
  }
}

function createRouter(routes: readonly Route[]) {
  const router = findMyWay({ maxParamLength: MAX_PARAMETER_LENGTH });
  for (const [path, ofPath] of Map.groupBy(routes, ({ operation }) => operation.path as string)) {
    router.on(ANY, path.replaceAll(/\{([^}]+)\}/g, ':$1'), () => undefined, pathItem(ofPath));
  }
  return router;
}

/** More than Node accepts; the contract limits the length of parameters. */
const MAX_PARAMETER_LENGTH = 1_000_000;

function pathItem(routes: readonly Route[]): PathItem {
  const endpoints = new Map(
    routes.map(({ operation, endpoint }) => [operation.method.toUpperCase(), endpoint]),
  );
  const get = endpoints.get('GET');
  if (get !== undefined) endpoints.set('HEAD', get);
  return { endpoints, allow: [...endpoints.keys(), 'OPTIONS'].sort().join(', ') };
}

/** find-my-way accepts an empty parameter, so that `/pipes/` would be a pipe without an id. */
function lacksParameter(path: string, params: Readonly<Record<string, string | undefined>>): boolean {
  const hasEmptySegment = path.endsWith('/') || path.includes('//');
  return hasEmptySegment && Object.values(params).includes('');
}
