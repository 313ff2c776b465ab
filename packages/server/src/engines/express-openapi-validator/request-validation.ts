import { readOperation } from '@penstock/contract/reader';
import {
  distinctEntries,
  type ErrorEntry,
  MISSING_BODY,
  readQuery,
  toBodyEntry,
} from '@penstock/contract/requests';
import { createVariantCheck, type FindVariantErrors } from '@penstock/contract/validators';
import type { Request } from 'express';
import { BadRequest, UnsupportedMediaType } from 'express-openapi-validator/dist/framework/types.js';
import { type Contract, type OpenApiDocument, type Operation, PROBE } from '../../contract.ts';
import { partOfDocument } from '../../document-part.ts';
import { unsupportedMediaType, validationFailed } from '../../problems/pipeline-problems.ts';
import { ContractViolation } from '../../responses/contract-violation.ts';
import type { CheckedRequest, RequestValidation } from '../validation.ts';
import { errorEntries, mergedEntries } from './error-entries.ts';
import { once } from './once.ts';
import { acceptReserved } from './reserved-characters.ts';
import {
  createEngine,
  type Engine,
  NO_RESPONSE,
  type Recognised,
  recognise,
  requestOfFound,
  type StandInRequest,
} from './validator-engine.ts';

/** For a body with more values than this, only the first error is reported. */
const MAX_VALUES_FOR_ALL_ERRORS = 10_000;

/** The check of one operation. Its engines are created and compile the operation at their first use. */
interface Check {
  readonly headerNames: readonly string[];
  /** Reports all errors. */
  thorough(): Promise<PreparedEngine>;
  /**
   * Stops at the first error. To report all errors, the validator collects all of them: a body of 1 MiB can have half a
   * million, which takes half a second and hundreds of megabytes, and all but 50 would be discarded.
   */
  frugal(): Promise<PreparedEngine>;
  /** Undefined if the operation takes no body. */
  readonly findVariantErrors: FindVariantErrors | undefined;
}

interface PreparedEngine {
  readonly engine: Engine;
  readonly recognised: Recognised;
}

/**
 * Creates the checks of operations. One engine serves a whole surface, so that shared schemas are compiled once; see
 * {@link recognise} for its slow route lookup.
 */
export function createRequestValidation(
  contract: Contract,
  operations: readonly Operation[],
): RequestValidation {
  const checks = new Map<string, Check>();
  for (const [surface, ofSurface] of Map.groupBy(operations, (operation) => operation.surface)) {
    const document = contract.document(surface);
    const engines = requestEngines(document, ofSurface);
    const variantsOf = bodyVariants(document);
    for (const operation of ofSurface)
      checks.set(operation.operationId, checkOf(operation, engines, variantsOf(operation)));
  }
  const checkFor = ({ operationId }: Operation): Check => {
    const check = checks.get(operationId);
    if (check === undefined) throw new ContractViolation(`${operationId} has no validator.`);
    return check;
  };

  return {
    async prepare(operation) {
      await checkFor(operation).thorough();
    },

    async validate(request, body, operation) {
      const check = checkFor(operation);
      const large = hasMoreValues(body, MAX_VALUES_FOR_ALL_ERRORS);
      const { engine, recognised } = await (large ? check.frugal() : check.thorough());
      const { query, errors } = readQuery(request.url, operation);
      const standIn = standInFor(request, query, body, operation, recognised);
      const overlooked = [...missingBody(body, operation), ...errors];
      const reported = await reportedBy(engine, standIn, check.headerNames);
      const inVariants = large && reported !== undefined ? [] : (check.findVariantErrors?.(body) ?? []);
      if (overlooked.length + inVariants.length > 0 || reported !== undefined) {
        const entries = mergedEntries(overlooked, reported ?? []);
        throw validationFailed(distinctEntries([...entries, ...inVariants.map(toBodyEntry)]));
      }
      rejectUnchecked(standIn, operation);
      return checked(standIn, check.headerNames);
    },
  };
}

type Engines = ReturnType<typeof requestEngines>;

function requestEngines(document: OpenApiDocument, operations: readonly Operation[]) {
  const paths = operations.map(({ path }) => path);
  const make = (allErrors: boolean) =>
    createEngine(acceptReserved(partOfDocument(document, paths, 'requests')), {
      validateRequests: { allErrors, allowUnknownQueryParameters: false, coerceTypes: false },
    });
  return { thorough: once(() => make(true)), frugal: once(() => make(false)) };
}

function bodyVariants(document: OpenApiDocument): (operation: Operation) => FindVariantErrors | undefined {
  const variantsOf = createVariantCheck(document);
  return ({ path, method }) => {
    const [media] = Object.values(readOperation(document, path, method).requestBody?.content ?? {});
    return media?.schema && variantsOf(media.schema);
  };
}

function checkOf(
  operation: Operation,
  engines: Engines,
  findVariantErrors: FindVariantErrors | undefined,
): Check {
  return {
    headerNames: operation.headerParameters,
    findVariantErrors,
    thorough: once(async () => proven(await prepare(engines.thorough(), operation), operation)),
    frugal: once(() => prepare(engines.frugal(), operation)),
  };
}

async function prepare(engine: Engine, operation: Operation): Promise<PreparedEngine> {
  // The headers of later requests: the validator compiles the operation once for each media type.
  const headers = standInHeaders({}, operation);
  const { openapi: recognised } = await recognise(engine, operation, headers);
  return { engine, recognised };
}

/**
 * Proves that the validator checks an operation, and compiles the check: it must reject a query parameter that no
 * operation has. The validator silently switches itself off for paths that it does not find.
 */
async function proven(prepared: PreparedEngine, operation: Operation): Promise<PreparedEngine> {
  const { engine, recognised } = prepared;
  const request = requestOfFound(operation, new TrackedRecognition(recognised, {}), {
    headers: standInHeaders({}, operation),
    query: { [PROBE]: '1' },
    params: {},
    body: {},
  });
  const result: unknown = await engine(request, NO_RESPONSE).catch((error: unknown) => error);
  if (result instanceof BadRequest && result.errors.some(({ path }) => path.includes(PROBE))) return prepared;
  throw new Error(`The validator did not reject an unknown query parameter of ${operation.operationId}.`, {
    cause: result,
  });
}

/** The validator requires a body only if its schema requires a property. */
function missingBody(body: unknown, operation: Operation): ErrorEntry[] {
  return operation.requestBody === 'required' && body === undefined ? [MISSING_BODY] : [];
}

/** Whether a parsed body has more values than a limit. Not recursive, because a body can be deeply nested. */
function hasMoreValues(body: unknown, limit: number): boolean {
  const pending = [body];
  for (let count = 0; count <= limit; count++) {
    if (pending.length === 0) return false;
    const value = pending.pop();
    if (typeof value !== 'object' || value === null) continue;
    const members = Object.values(value);
    if (members.length > limit) return true;
    pending.push(...members);
  }
  return true;
}

function standInFor(
  request: Request,
  query: Record<string, unknown>,
  body: unknown,
  operation: Operation,
  recognised: Recognised,
): StandInRequest {
  const params = { ...request.params };
  return requestOfFound(operation, new TrackedRecognition(recognised, params), {
    headers: standInHeaders(request.headers, operation),
    query,
    params,
    body,
  });
}

/**
 * The stored result of the lookup, for one request. {@link rejectUnchecked} tests whether the validator has read it. A
 * class, because V8 creates a new hidden class for each object literal with a getter.
 */
class TrackedRecognition implements Recognised {
  readonly expressRoute: unknown;
  readonly openApiRoute: unknown;
  readonly serial: unknown;
  readonly pathParams: Record<string, unknown>;
  readonly #schema: Recognised['schema'];
  consulted = false;

  constructor(
    { expressRoute, openApiRoute, serial, schema }: Recognised,
    pathParams: Record<string, unknown>,
  ) {
    this.expressRoute = expressRoute;
    this.openApiRoute = openApiRoute;
    this.serial = serial;
    this.pathParams = pathParams;
    this.#schema = schema;
  }

  get schema(): Recognised['schema'] {
    this.consulted = true;
    return this.#schema;
  }
}

/** The validator's compile cache is keyed by the media type: one spelling if the operation takes a body, else none. */
function standInHeaders(sent: Request['headers'], operation: Operation): Record<string, unknown> {
  const { 'content-type': _dropped, ...headers } = sent;
  return operation.requestBody === 'none' ? headers : { ...headers, 'content-type': 'application/json' };
}

/** Returns the errors of the validator; undefined if the request is valid. An invalid request can have no entries. */
async function reportedBy(
  engine: Engine,
  standIn: StandInRequest,
  headerNames: readonly string[],
): Promise<ErrorEntry[] | undefined> {
  try {
    await engine(standIn, NO_RESPONSE);
    return undefined;
  } catch (error) {
    if (error instanceof BadRequest) return errorEntries(error, headerNames);
    if (error instanceof UnsupportedMediaType) throw unsupportedMediaType();
    throw new ContractViolation('The validator failed to check the request.', { cause: error });
  }
}

/** The validator accepts requests that it does not recognise, so a request without errors may be unchecked. */
function rejectUnchecked({ openapi }: StandInRequest, operation: Operation): void {
  const isRead = openapi instanceof TrackedRecognition && openapi.consulted;
  const found = openapi?.schema?.operationId;
  if (isRead && found === operation.operationId) return;
  throw new ContractViolation(
    `The request to ${operation.operationId} was not checked: the validator recognised ${(isRead && found) || 'no operation'}.`,
  );
}

function checked(standIn: StandInRequest, headerNames: readonly string[]): CheckedRequest {
  const sent = headerNames.filter((name) => standIn.headers[name.toLowerCase()] !== undefined);
  return {
    params: { ...standIn.params },
    query: { ...standIn.query },
    headers: Object.fromEntries(sent.map((name) => [name, standIn.headers[name.toLowerCase()]])),
    body: standIn.body,
  };
}
