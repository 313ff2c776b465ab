import type { ManagementPaths, ObservabilityPaths, Surface } from '@penstock/contract';
import createClient, { type Client } from 'openapi-fetch';
import type { OutgoingRequest } from './attempt.ts';
import type { Connection } from './connection.ts';
import { isPathValue, pathValueMessage } from './path-values.ts';

/*
 * The only file that uses openapi-fetch.
 */

/**
 * The typed openapi-fetch client of a surface. It takes the paths of the contract and returns `{ data, error, response }`,
 * with the envelope. It shares the credential, time limits, retries and hooks with the resources, and follows no redirects.
 * It throws only if no response arrives.
 */
export type RawClient<S extends Surface> = Client<PathsOf[S]>;

interface PathsOf {
  management: ManagementPaths;
  observability: ObservabilityPaths;
}

/** Creates the raw layer of a surface. */
export function createRawClient<S extends Surface>({ baseUrl, send }: Connection<S>): RawClient<S> {
  const raw = createClient<PathsOf[S]>({
    baseUrl,
    fetch: async (request) =>
      send(
        await outgoingRequest(request),
        // A new response, because the body was already read within the time limit of the attempt.
        ({ response, text }) => (response.body ? new Response(text, response) : response),
      ),
  });
  raw.use({
    onRequest: ({ schemaPath, params }) => {
      for (const [, name = ''] of schemaPath.matchAll(/\{(\w+)\}/g)) {
        if (!isPathValue(params.path?.[name])) throw new TypeError(pathValueMessage(name));
      }
    },
  });
  return raw;
}

/** The raw layer does not know operations, so it retries the methods that RFC 9110 defines as idempotent. */
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
