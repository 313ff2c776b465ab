import cors from 'cors';
import type { RequestHandler, Response } from 'express';
import type { Contract } from '../contract.ts';
import { describedOperation, resolveReference } from '../path-document.ts';

/** Which pages of other origins may call the API from a browser. */
export interface CorsOptions {
  /** As browsers write them (`https://console.example.com`), or `['*']` for all. */
  readonly origins: readonly string[];
  /** Whether they may send what the browser itself holds for the API. False unless told otherwise. */
  readonly credentials?: boolean;
  /** How long a browser may keep the answer to a preflight. As long as it likes (5 seconds) unless told otherwise. */
  readonly maxAgeSeconds?: number;
}

/**
 * The CORS headers of every answer, problems included, by the `cors` package. Scripts may read all headers that the
 * contract declares. A preflight is an OPTIONS request, which the routes answer; see {@link optionsHeaders}.
 *
 * @throws Error if the options make no sense.
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

/** The headers of an answer to OPTIONS: what the path allows, and to pages that may call it the same as a preflight. */
export function optionsHeaders(response: Response, allow: string): Record<string, string> {
  if (!response.hasHeader('Access-Control-Allow-Origin')) return { Allow: allow };
  return { Allow: allow, 'Access-Control-Allow-Methods': allow };
}

/** The header fields of all answers. */
function declaredHeaders(contract: Contract): string[] {
  const surfaces = Map.groupBy(contract.operations, ({ surface }) => surface);
  const names = [...surfaces].flatMap(([surface, operations]) => {
    const document = contract.document(surface);
    return operations
      .flatMap((operation) => Object.values(describedOperation(document, operation).responses))
      .flatMap((response) =>
        Object.keys((resolveReference(document, response) as ResponseObject).headers ?? {}),
      );
  });
  return [...new Set(names)].sort();
}

interface ResponseObject {
  readonly headers?: object;
}

function rejectInvalidOptions({ origins, credentials, maxAgeSeconds }: CorsOptions): void {
  if (!Array.isArray(origins) || origins.length === 0)
    throw new Error('cors.origins has to list at least one origin, such as https://console.example.com.');
  const wrong = origins.filter((origin) => origin !== '*' && !isOrigin(origin));
  if (wrong.length > 0)
    throw new Error(
      `cors.origins takes origins as browsers write them, https://console.example.com or '*', not ${wrong.join(', ')}.`,
    );
  if (origins.includes('*') && origins.length > 1)
    throw new Error("cors.origins has '*' beside other origins: leave out one or the others.");
  if (origins.includes('*') && credentials)
    throw new Error(
      "cors.credentials with the origin '*' would let every page act in the name of its visitor: list the origins.",
    );
  if (maxAgeSeconds !== undefined && !(Number.isSafeInteger(maxAgeSeconds) && maxAgeSeconds >= 0))
    throw new Error(`cors.maxAgeSeconds takes whole numbers from 0 on, not ${maxAgeSeconds}.`);
}

/** Scheme, host and port that is not the scheme's own, in lower case, with nothing after them. */
function isOrigin(text: unknown): boolean {
  return typeof text === 'string' && URL.parse(text)?.origin === text && text !== 'null';
}
