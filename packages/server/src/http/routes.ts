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

/** What a path has. */
interface PathItem {
  readonly allow: string;
  readonly endpoints: ReadonlyMap<string, Endpoint>;
}

/** The router keeps paths; which method a path has is for {@link PathItem} to say. */
const ANY = 'GET';

/**
 * The routes of the contract, from the operation table. 404, 405 with `Allow`, HEAD and OPTIONS are answered here and
 * not by express-openapi-validator, which knows neither HEAD nor OPTIONS and comes after authentication.
 *
 * Express's own router tries one path after the other, so the last one costs most; this one walks down a tree.
 */
export function createRouting(routes: readonly Route[]): Serve {
  const paths = createRouter(routes);
  return (request, response) => {
    const path = pathOf(request.url);
    const found = paths.find(ANY, path.replaceAll(MEANT_BY_ROUTER, encodeURIComponent));
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

/** Answers a request, or throws (rejects) with the reason why not. */
type Serve = (request: Request, response: Response) => Promise<void> | undefined;

type Parameters = Record<string, string>;

/**
 * The path of a request target, as it was sent. Not Express's: for a target with `#`, which none may have, that one
 * makes slashes of backslashes.
 */
function pathOf(target: string): string {
  const end = target.indexOf('?');
  const path = end === -1 ? target : target.slice(0, end);
  return path.startsWith('/') ? path : path.replace(AUTHORITY, '') || '/';
}

/** What stands before the path in a target that is a whole URL (RFC 9112 section 3.2.2). */
const AUTHORITY = /^[a-z][a-z0-9+.-]*:\/\/[^/]*/i;

/**
 * Trap: find-my-way decodes a path before it looks for it, so that `/%70ipes` would be `/pipes`, and ends it at `#`.
 * With these encoded once more it sees text, and parameters are decoded once, by us.
 */
const MEANT_BY_ROUTER = /[%#]/g;

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

/** Trap: find-my-way takes nothing for a parameter, so that `/pipes/` would be the pipe without an id. */
function lacksParameter(path: string, params: Readonly<Record<string, string | undefined>>): boolean {
  const hasEmptySegment = path.endsWith('/') || path.includes('//');
  return hasEmptySegment && Object.values(params).includes('');
}
