import type { ManagementPaths, ObservabilityPaths, Surface } from '@penstock/contract';
import createClient, { type Client } from 'openapi-fetch';
import type { OutgoingRequest } from './attempt.ts';
import type { Connection } from './connection.ts';
import { isPathValue, wrongPathValue } from './path-values.ts';

/*
 * The one file that knows openapi-fetch.
 */

/**
 * The typed openapi-fetch client of a surface: it takes the paths of the contract as they are and gives
 * `{ data, error, response }`, envelope included. Beneath it is what is beneath everything here: the credential, time-outs,
 * repetitions, hooks, no redirects. It throws only when there is no answer.
 */
export type RawClient<S extends Surface> = Client<PathsOf[S]>;

interface PathsOf {
  management: ManagementPaths;
  observability: ObservabilityPaths;
}

/** Makes the raw layer of a surface. */
export function createRawClient<S extends Surface>({ baseUrl, exchange }: Connection<S>): RawClient<S> {
  const raw = createClient<PathsOf[S]>({
    baseUrl,
    fetch: async (request) =>
      exchange(
        await outgoingRequest(request),
        // To be read again: the body was read within the limits of the attempt.
        ({ response, text }) => (response.body ? new Response(text, response) : response),
      ),
  });
  raw.use({
    onRequest: ({ schemaPath, params }) => {
      for (const [, name = ''] of schemaPath.matchAll(/\{(\w+)\}/g)) {
        if (!isPathValue(params.path?.[name])) throw new TypeError(wrongPathValue(name));
      }
    },
  });
  return raw;
}

/** By methods, since the raw layer does not know operations: those that RFC 9110 calls idempotent may be repeated. */
async function outgoingRequest(request: Request): Promise<OutgoingRequest> {
  const { method, url, signal } = request;
  const headers = Object.fromEntries(request.headers);
  return {
    method,
    path: new URL(url).pathname,
    url,
    headers,
    body: request.body ? await request.text() : undefined,
    repeatable: /^(GET|HEAD|OPTIONS|PUT|DELETE)$/.test(method) || 'idempotency-key' in headers,
    options: { signal },
  };
}
