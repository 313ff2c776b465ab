import { AUTHORIZATION } from './credentials.ts';
import type { LoadRequest } from './load.ts';
import { PIPE_ROUTE, pipeChange } from './pipes.ts';

const IDS = ['018f6d2a-0000-7b0e-9d3f-2f6a1c5e8b34', '0d1f7c3e-9b2a-4f64-8a57-c2b8f3f0de21'];

/** Returns a path with a UUID for each parameter, from a route as Express or OpenAPI writes it. */
export function pathWithIds(route: string): string {
  let count = 0;
  return route.replaceAll(/:\w+|\{\w+\}/g, () => IDS[count++ % IDS.length] as string);
}

/** A GET with UUID parameters, and a PATCH of about 2 kB. */
export const PIPE_REQUESTS = {
  GET: get(PIPE_ROUTE),
  PATCH: patch('application/json'),
} as const;

export type PipeRequest = keyof typeof PIPE_REQUESTS;

export function get(route: string): LoadRequest {
  return requestTo('GET', pathWithIds(route));
}

/** The PATCH with any Content-Type. */
export function patch(contentType: string): LoadRequest {
  return requestTo('PATCH', pathWithIds(PIPE_ROUTE), JSON.stringify(pipeChange()), contentType);
}

/** The PATCH with the next Content-Type each time it is sent. */
export function patchWithTypes(contentTypeOf: (index: number) => string): LoadRequest {
  let sent = 0;
  return {
    ...patch('application/json'),
    setupRequest: (request) => ({
      ...request,
      headers: { ...request.headers, 'Content-Type': contentTypeOf(sent++) },
    }),
  };
}

/** A request with the headers that every client sends. */
export function requestTo(
  method: string,
  path: string,
  body?: string,
  contentType = 'application/json',
): LoadRequest {
  const headers = {
    'User-Agent': 'penstock-bench',
    Accept: 'application/json',
    Authorization: AUTHORIZATION,
    ...(body === undefined ? {} : { 'Content-Type': contentType }),
  };
  return { method: method as LoadRequest['method'], path, headers, ...(body === undefined ? {} : { body }) };
}
