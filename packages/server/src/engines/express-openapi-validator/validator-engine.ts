import { middleware } from 'express-openapi-validator';
import { type OpenApiDocument, type Operation, samplePath } from '../../contract.ts';

/** The options of express-openapi-validator that differ between checking requests and checking answers. */
type Checks = Pick<Parameters<typeof middleware>[0], 'validateRequests' | 'validateResponses'>;

/** What the validator notes on a request once it has found the operation. */
export interface Recognised {
  readonly expressRoute?: unknown;
  readonly openApiRoute?: unknown;
  readonly serial?: unknown;
  readonly pathParams?: Record<string, unknown>;
  readonly schema?: { readonly operationId?: string } | undefined;
}

/**
 * What express-openapi-validator gets instead of the Express request. It makes these traps unreachable:
 * it would match `originalUrl`, which differs from our paths as soon as the app is mounted under a prefix; it would
 * install a `param` callback on the app for every path parameter of every instance; it would redefine `req.query`
 * (read-only in Express 5) on the live request; it would look HEAD up as an operation of its own; and it would key
 * its caches by whatever Content-Type the caller invented.
 */
export interface StandInRequest {
  readonly method: string;
  readonly originalUrl: string;
  readonly path: string;
  readonly baseUrl: '';
  readonly headers: Record<string, unknown>;
  readonly app: { enabled(setting: string): boolean; param(): void };
  query: Record<string, unknown>;
  params: Record<string, unknown>;
  body: unknown;
  openapi?: Recognised;
}

/** What it gets instead of the Express response. */
export interface StandInResponse {
  statusCode: number;
  readonly headersSent: false;
  getHeaders(): Record<string, string>;
  json(body: unknown): unknown;
}

/** What it takes to find an operation. */
type Findable = Pick<Operation, 'operationId' | 'method' | 'path'>;

/** A request from which the validator has to find out the operation. */
function requestToFind(operation: Findable): StandInRequest {
  const path = samplePath(operation);
  return {
    ...EMPTY,
    method: operation.method.toUpperCase(),
    originalUrl: path,
    path,
    headers: {},
    query: {},
    params: {},
  };
}

/** A request whose operation was found before: by us, from the Express route, and by the validator, at start. */
export function requestOfFound(
  operation: Operation,
  openapi: Recognised,
  parts: Pick<StandInRequest, 'headers' | 'query' | 'params' | 'body'>,
): StandInRequest {
  const method = operation.method.toUpperCase();
  // Of the target the validator would read the query only, which it is given.
  return { ...EMPTY, method, originalUrl: FOUND, path: FOUND, openapi, ...parts };
}

/** For checks that look at no response. */
export const NO_RESPONSE: StandInResponse = {
  statusCode: 200,
  headersSent: false,
  getHeaders: () => ({}),
  json: (body) => body,
};

const EMPTY = {
  baseUrl: '',
  body: undefined,
  // The settings of our routes: letter case and a final slash count.
  app: { enabled: (setting: string) => setting.endsWith(' routing'), param() {} },
} as const;

/** No path of a request: the validator is told not to look this one up. */
const FOUND = 'found';

export type Engine = ReturnType<typeof createEngine>;

/** express-openapi-validator for one document, as one function. It rejects with whatever the validator reports. */
export function createEngine(document: OpenApiDocument, checks: Checks) {
  const steps = middleware({
    // The library's types know only part of OpenAPI 3.1.
    apiSpec: document as unknown as Parameters<typeof middleware>[0]['apiSpec'],
    validateApiSpec: false,
    // Authentication is ours (see authentication.ts): this one lets a scheme without a handler pass.
    validateSecurity: false,
    fileUploader: false,
    // Its lookup rebuilds the regular expression of every path for every request, so it is done once, at start.
    ignorePaths: (path: string) => path === FOUND,
    $refParser: { mode: 'bundle' },
    // `full`, because the `fast` formats accept a date-time with month 99.
    ajvFormats: { mode: 'full' },
    validateRequests: false,
    validateResponses: false,
    ...checks,
  }) as unknown as Step[];

  return async (
    request: StandInRequest,
    response: StandInResponse,
    onLateError?: (error: unknown) => void,
  ) => {
    for (const step of steps) await take(step, request, response, onLateError);
  };
}

type Step = (request: StandInRequest, response: StandInResponse, next: (error?: unknown) => void) => unknown;

function take(
  step: Step,
  request: StandInRequest,
  response: StandInResponse,
  onLateError: ((error: unknown) => void) | undefined,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let passed = false;
    step(request, response, (error?: unknown) => {
      // The check of an answer reports through the `next` of a step that has long passed.
      if (passed) return onLateError?.(error);
      passed = true;
      return error === undefined ? resolve() : reject(error);
    });
  });
}

/**
 * Lets the validator find an operation.
 *
 * @throws Error if it finds none, or another one: it would let every request to the operation pass unchecked.
 */
export async function recognise(
  engine: Engine,
  operation: Findable,
  response = NO_RESPONSE,
  onLateError?: (error: unknown) => void,
): Promise<Recognised> {
  const request = requestToFind(operation);
  // Nobody wants to know yet what is wrong with this request; what matters is what was noted on it.
  const cause: unknown = await engine(request, response, onLateError).catch((error: unknown) => error);
  const found = request.openapi?.schema?.operationId;
  if (request.openapi !== undefined && found === operation.operationId) return request.openapi;
  throw new Error(
    `The server cannot start: the validator takes ${operation.method.toUpperCase()} ${operation.path} for ${found ?? 'no operation'} instead of ${operation.operationId}.`,
    { cause },
  );
}
