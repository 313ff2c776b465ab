import { type OpenApiDocument, type Operation, samplePath } from '../../contract.ts';
import { type Step, type ValidatorOptions, validatorSteps } from './validator-steps.ts';

/** The options of express-openapi-validator that depend on what is checked, requests or responses. */
type Checks = Partial<Pick<ValidatorOptions, 'validateRequests' | 'validateResponses'>>;

/** The properties that the validator stores on a request when it has found the operation. */
export interface Recognised {
  readonly expressRoute?: unknown;
  readonly openApiRoute?: unknown;
  readonly serial?: unknown;
  readonly pathParams?: Record<string, unknown>;
  readonly schema?: { readonly operationId?: string } | undefined;
  /** The operation as the check of responses reads it. */
  readonly _responseSchema?: { readonly responses: Readonly<Record<string, unknown>> };
}

/**
 * The object that express-openapi-validator receives instead of the Express request. With the Express request, it would
 *
 * - match `originalUrl`, which differs from our paths if the app is mounted under a prefix
 * - install a `param` callback on the app for every path parameter of every instance
 * - redefine `req.query` (read-only in Express 5) on the live request
 * - look up HEAD as a separate operation
 * - key its caches by any Content-Type that a caller invents
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

/** A request whose operation the validator has found. */
export type FoundRequest = StandInRequest & { openapi: Recognised };

/** The object that it receives instead of the Express response. */
export interface StandInResponse {
  statusCode: number;
  readonly headersSent: false;
  getHeaders(): Record<string, string>;
  json(body: unknown): unknown;
}

/** The properties that identify an operation. */
type Findable = Pick<Operation, 'operationId' | 'method' | 'path'>;

/** Returns a request whose operation the validator must find. */
function requestToFind(operation: Findable, headers: Record<string, unknown>): StandInRequest {
  const path = samplePath(operation);
  return {
    ...EMPTY,
    method: operation.method.toUpperCase(),
    originalUrl: path,
    path,
    headers,
    query: {},
    params: {},
  };
}

/** Returns a request whose operation is known: from the route, and by the validator since {@link recognise}. */
export function requestOfFound(
  operation: Operation,
  openapi: Recognised,
  parts: Pick<StandInRequest, 'headers' | 'query' | 'params' | 'body'>,
): StandInRequest {
  const method = operation.method.toUpperCase();
  // The validator would only read the query from the target, and it receives the query separately.
  return { ...EMPTY, method, originalUrl: FOUND, path: FOUND, openapi, ...parts };
}

/** For checks that do not use the response. */
export const NO_RESPONSE: StandInResponse = {
  statusCode: 200,
  headersSent: false,
  getHeaders: () => ({}),
  json: (body) => body,
};

const EMPTY = {
  baseUrl: '',
  body: undefined,
  // The settings of our routes: letter case and a trailing slash are significant.
  app: { enabled: (setting: string) => setting.endsWith(' routing'), param() {} },
} as const;

/** Not a path of a request: `ignorePaths` excludes it from the lookup. */
const FOUND = 'found';

export type Engine = ReturnType<typeof createEngine>;

/** express-openapi-validator for one document, as one function. It rejects with whatever the validator reports. */
export function createEngine(document: OpenApiDocument, checks: Checks) {
  const steps = validatorSteps(document, {
    // The lookup rebuilds the regular expression of every path for every request, so it runs once per operation.
    ignorePaths: (path: string) => path === FOUND,
    // `full`, because the `fast` formats accept a date-time with month 99.
    ajvFormats: { mode: 'full' },
    validateRequests: false,
    validateResponses: false,
    ...checks,
  });

  return async (
    request: StandInRequest,
    response: StandInResponse,
    onLateError?: (error: unknown) => void,
  ) => {
    for (const step of steps) await take(step, request, response, onLateError);
  };
}

function take(
  step: Step,
  request: StandInRequest,
  response: StandInResponse,
  onLateError: ((error: unknown) => void) | undefined,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let passed = false;
    step(request, response, (error?: unknown) => {
      // The check of a response reports errors through the `next` of a step that is already over.
      if (passed) return onLateError?.(error);
      passed = true;
      return error === undefined ? resolve() : reject(error);
    });
  });
}

/**
 * Lets the validator find an operation, and returns the request on which it stores the operation.
 *
 * @throws Error if it finds none, or another one: requests to the operation would pass unchecked.
 */
export async function recognise(
  engine: Engine,
  operation: Findable,
  headers: Record<string, unknown> = {},
  response = NO_RESPONSE,
  onLateError?: (error: unknown) => void,
): Promise<FoundRequest> {
  const request = requestToFind(operation, headers);
  // The errors of this request are irrelevant; only what the validator stores on it is used.
  const cause: unknown = await engine(request, response, onLateError).catch((error: unknown) => error);
  const found = request.openapi?.schema?.operationId;
  if (found === operation.operationId) return request as FoundRequest;
  throw new Error(
    `For ${operation.method.toUpperCase()} ${operation.path}, the validator finds ${found ?? 'no operation'} instead of ${operation.operationId}.`,
    { cause },
  );
}
