import type { HttpMethod } from '@penstock/contract';
import createClient, { type Client } from 'openapi-fetch';
import { requirePathParameters } from './path-parameters.ts';

/*
 * The one file that knows openapi-fetch.
 */

/**
 * The typed openapi-fetch client of a surface: it takes the paths of the contract as they are and gives
 * `{ data, error, response }`, envelope included. It has the surface's credential, the checks of path parameters and
 * no redirects, like everything else here; it throws only when there is no answer.
 */
export type RawClient<Paths extends object> = Client<Paths>;

/** As much of `fetch` as is used. */
export type Fetch = (request: Request) => Promise<Response>;

export interface TransportOptions {
  readonly baseUrl: string;
  readonly authorization: string;
  readonly fetch: Fetch | undefined;
}

interface OutgoingRequest {
  readonly method: HttpMethod;
  readonly path: string;
  readonly parameters: { readonly path?: unknown; readonly query?: unknown };
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal | undefined;
}

export interface IncomingResponse {
  readonly response: Response;
  /** The body, parsed; undefined if it is empty or not JSON. */
  readonly body: unknown;
}

export interface Transport<Paths extends object> {
  readonly raw: RawClient<Paths>;
  readonly send: Send;
}

/** Sends a request and reads the whole answer, whatever its status. */
export type Send = (request: OutgoingRequest) => Promise<IncomingResponse>;

/** No whole answer arrived. Of the reason only a code is kept: errors of a `fetch` may hold the request. */
export class ConnectionFailure extends Error {
  constructor(reason: unknown) {
    super(`No whole answer arrived${reasonCode(reason)}.`);
  }
}

export function createTransport<Paths extends object>(options: TransportOptions): Transport<Paths> {
  const { baseUrl, authorization } = options;
  // Looked up for each request, so that a fetch that a test or a tracer puts in place later is used.
  const fetch: Fetch = (request) => (options.fetch ?? globalThis.fetch)(request);
  const raw = createClient<Paths>({
    baseUrl,
    fetch,
    headers: { Authorization: authorization },
    // The contract has no redirects. Following one would send the request body, in which there may be secrets, and in
    // some runtimes the credential too, to wherever the answer says. Not 'error', which Cloudflare Workers do not have.
    redirect: 'manual',
  });
  raw.use({
    onRequest: ({ schemaPath, params }) => requirePathParameters(schemaPath, params.path),
  });
  return { raw, send: (request) => send(raw, fetch, request) };
}

async function send<Paths extends object>(
  raw: RawClient<Paths>,
  fetch: Fetch,
  { method, path, parameters, body, headers, signal }: OutgoingRequest,
): Promise<IncomingResponse> {
  let sent = false;
  const init = {
    params: parameters,
    body,
    headers,
    signal,
    // As text, because openapi-fetch throws a bare SyntaxError at broken JSON.
    parseAs: 'text',
    fetch: (request: Request) => {
      sent = true;
      return fetch(request);
    },
  };
  try {
    const { data, error, response } = await untyped(raw).request(method, path, init);
    return { response, body: response.ok ? parsedJson(data) : error };
  } catch (reason) {
    if (signal?.aborted) throw signal.reason;
    // What fails before it is sent is a mistake in the arguments and says so itself.
    if (!sent) throw reason;
    throw new ConnectionFailure(reason);
  }
}

interface UntypedClient {
  request(method: string, path: string, init: object): Promise<UntypedOutcome>;
}

interface UntypedOutcome {
  readonly data?: string;
  readonly error?: unknown;
  readonly response: Response;
}

/** Operations are typed where they are called; here any of them is sent. */
function untyped(raw: object): UntypedClient {
  return raw as UntypedClient;
}

function parsedJson(text: string | undefined): unknown {
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The code of a system error, such as ` (ECONNREFUSED)`. Node has it on the cause, Bun on the error itself. */
function reasonCode(reason: unknown): string {
  const { code, cause } = (reason ?? {}) as { code?: unknown; cause?: { code?: unknown } };
  const found = cause?.code ?? code;
  return typeof found === 'string' && /^[A-Z][A-Z0-9_]{2,63}$/.test(found) ? ` (${found})` : '';
}
