import { readOperation } from '@penstock/contract/reader';
import cors from 'cors';
import type { RequestHandler, Response } from 'express';
import type { Contract } from '../contract.ts';

/** The pages of other origins that may call the API from a browser. */
export interface CorsOptions {
  /** As browsers write them (`https://console.example.com`), or `['*']` for all. */
  readonly origins: readonly string[];
  /** Whether pages may send the credentials that the browser stores for the API. Default: false. */
  readonly credentials?: boolean;
  /** The number of seconds that a browser may cache the response to a preflight. Default: the default of the browser (5). */
  readonly maxAgeSeconds?: number;
}

/**
 * Sets the CORS headers of every response, problems included, with the `cors` package. Scripts may read all headers
 * that the contract declares. A preflight is an OPTIONS request, which the routes handle; see {@link optionsHeaders}.
 *
 * @throws Error if the options are invalid.
 */
export function createCors(options: CorsOptions, contract: Contract): RequestHandler {
  rejectInvalidOptions(options);
  const { origins, credentials = false, maxAgeSeconds } = options;
  return cors({
    origin: origins.includes('*') ? '*' : [...origins],
    credentials,
    exposedHeaders: declaredHeaders(contract),
    // Each path has its own.
    methods: [],
    preflightContinue: true,
    ...(maxAgeSeconds === undefined ? {} : { maxAge: maxAgeSeconds }),
  });
}

/** The headers of a response to OPTIONS: the methods of the path, also as CORS header if the origin is allowed. */
export function optionsHeaders(response: Response, allow: string): Record<string, string> {
  if (!response.hasHeader('Access-Control-Allow-Origin')) return { Allow: allow };
  return { Allow: allow, 'Access-Control-Allow-Methods': allow };
}

/** The header fields of all responses. */
function declaredHeaders(contract: Contract): string[] {
  const surfaces = Map.groupBy(contract.operations, ({ surface }) => surface);
  const names = [...surfaces].flatMap(([surface, operations]) => {
    const document = contract.document(surface);
    return operations
      .flatMap(({ path, method }) => [...readOperation(document, path, method).responses.values()])
      .flatMap(({ headers = {} }) => Object.keys(headers));
  });
  return [...new Set(names)].sort();
}

function rejectInvalidOptions({ origins, credentials, maxAgeSeconds }: CorsOptions): void {
  if (!Array.isArray(origins) || origins.length === 0)
    throw new Error('cors.origins must list at least one origin, such as https://console.example.com.');
  const wrong = origins.filter((origin) => origin !== '*' && !isOrigin(origin));
  if (wrong.length > 0)
    throw new Error(
      `cors.origins takes origins as browsers write them, https://console.example.com or '*', not ${wrong.join(', ')}.`,
    );
  if (origins.includes('*') && origins.length > 1)
    throw new Error("cors.origins has '*' and other origins: remove one or the others.");
  if (origins.includes('*') && credentials)
    throw new Error(
      "cors.credentials with the origin '*' would let every page act on behalf of its visitor: list the origins.",
    );
  if (maxAgeSeconds !== undefined && !(Number.isSafeInteger(maxAgeSeconds) && maxAgeSeconds >= 0))
    throw new Error(`cors.maxAgeSeconds takes whole numbers of at least 0, not ${maxAgeSeconds}.`);
}

/** Scheme, host and a port other than the scheme's default, in lower case, with nothing after them. */
function isOrigin(text: unknown): boolean {
  return typeof text === 'string' && URL.parse(text)?.origin === text && text !== 'null';
}
