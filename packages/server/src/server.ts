import type { Express } from 'express';
import { createAuthenticate, type SecurityHandlers } from './access/authentication.ts';
import { createAuthorize } from './access/authorization.ts';
import { createRateLimit, type RateLimitOptions } from './access/rate-limit.ts';
import { type Contract, type Operation, penstockContract, type Surface } from './contract.ts';
import { type Access, type AnyHandler, createEndpoint, type Stages } from './endpoint.ts';
import { type Engine, loadEngine } from './engines/engine.ts';
import {
  skipResponseValidation,
  type ValidateResponse,
  type ValidationEngine,
} from './engines/validation.ts';
import type {
  ManagementHandlers,
  ManagementSecurityHandlers,
  ObservabilityHandlers,
  ObservabilitySecurityHandlers,
} from './generated/handlers.ts';
import type { Authorizer, Principal } from './handler.ts';
import { createApp, createEdge } from './http/app.ts';
import type { CorsOptions } from './http/cors.ts';
import type { Route } from './http/routes.ts';
import type { TrustProxy } from './http/trust-proxy.ts';
import { type Logger, silentLogger, stderrLogger } from './logger.ts';
import {
  type DeclaredResponse,
  type DeclaredResponses,
  readDeclaredResponses,
} from './responses/declared-responses.ts';
import { createResponder } from './responses/responder.ts';
import { createSample, type Sample, shareOf } from './responses/sampling.ts';
import { proveAccess, proveResponseValidation, proveValidation } from './start/self-test.ts';
import { rejectIncomplete, type SurfaceParts } from './start/start-checks.ts';
import { readWarmUps, warmUp } from './start/warm-up.ts';

/** What holds for a server as a whole. */
export interface ServerOptions {
  /** Per credential, counted before the body is read. 100 requests per 10 seconds unless told otherwise (D-13). */
  readonly rateLimit?: RateLimitOptions;
  /** Warnings and errors go to stderr unless told otherwise. */
  readonly logger?: Logger;
  /**
   * Check the bodies of answers, problems included, against the contract; one that does not fit becomes a 500. `true`
   * unless told otherwise; a number from 0 to 1 is the share of each kind of answer to check. Statuses, headers and
   * media types are always checked, and what the contract does not declare never leaves.
   */
  readonly validateResponses?: boolean | number;
  /**
   * What checks requests and answers. `express-openapi-validator`, unless told otherwise; `compiled` comes to the same
   * verdicts at a fraction of the cost.
   */
  readonly validation?: ValidationEngine;
  /** Pages of other origins that may call the API. None unless told otherwise. */
  readonly cors?: CorsOptions;
  /** Proxies that are believed about the caller's address. None unless told otherwise, or those of the app around it. */
  readonly trustProxy?: TrustProxy;
}

/** The `/v1` surface. The principal's type comes from what the security handler returns. */
export interface ManagementSurface<P extends Principal> {
  readonly handlers: ManagementHandlers<P>;
  readonly security: ManagementSecurityHandlers<P>;
  /** What a principal may do. Everything, unless told otherwise. */
  readonly authorize?: Authorizer<P> | undefined;
}

/** The `/api/v2` surface. */
export interface ObservabilitySurface<P extends Principal> {
  readonly handlers: ObservabilityHandlers<P>;
  readonly security: ObservabilitySecurityHandlers<P>;
  /** What a principal may do. Everything, unless told otherwise. */
  readonly authorize?: Authorizer<P> | undefined;
}

/** Either surface or both (D-01). */
export interface CreateServerOptions<M extends Principal, O extends Principal> extends ServerOptions {
  readonly management?: ManagementSurface<M>;
  readonly observability?: ObservabilitySurface<O>;
}

/**
 * An Express app that serves the contract and nothing else. It does not listen: call `listen`, or mount it in an app
 * of your own under any prefix.
 *
 * It is ready when the promise resolves: validators are compiled and the self-test has proven that every operation
 * refuses an unknown parameter (400), asks for a credential (401) and that unknown paths are 404.
 *
 * @throws Error (rejects) if an operation or security handler is missing or unknown, an option makes no sense, or the
 * self-test fails.
 */
export function createServer<M extends Principal, O extends Principal>(
  options: CreateServerOptions<M, O>,
): Promise<Express> {
  const surfaces = new Map<Surface, SurfaceParts>();
  if (options.management !== undefined) surfaces.set('management', options.management);
  if (options.observability !== undefined) surfaces.set('observability', options.observability);
  return assembleServer(penstockContract, surfaces, options);
}

/** {@link createServer} with the `/v1` surface alone. */
export function createManagementServer<P extends Principal>(
  options: ManagementSurface<P> & ServerOptions,
): Promise<Express> {
  const { handlers, security, authorize, ...rest } = options;
  return createServer({ ...rest, management: { handlers, security, authorize } });
}

/** {@link createServer} with the `/api/v2` surface alone. */
export function createObservabilityServer<P extends Principal>(
  options: ObservabilitySurface<P> & ServerOptions,
): Promise<Express> {
  const { handlers, security, authorize, ...rest } = options;
  return createServer({ ...rest, observability: { handlers, security, authorize } });
}

/** Settings of a server for a contract that is not Penstock's. */
export interface AssemblyOptions extends ServerOptions {
  /** The principal of operations without security. Without it, such an operation is an error at start. */
  readonly anonymous?: Principal;
  /** Runs the self-test and the warm-up. Default: true. False suits validators that compile at their first call. */
  readonly selfTest?: boolean;
}

/** Creates a server for any contract. `@penstock/server/contracts` exports it. */
export async function assembleServer(
  contract: Contract,
  surfaces: ReadonlyMap<Surface, SurfaceParts>,
  options: AssemblyOptions,
): Promise<Express> {
  rejectIncomplete(contract, surfaces);
  const operations = contract.operations.filter(({ surface }) => surfaces.has(surface));
  const served = { ...contract, operations };
  const edge = createEdge(served, options);
  const { stages, warmUpStages } = await createStages(served, options);
  const routes = operations.map((operation) =>
    route(contract, operation, surfaces, stages, options.anonymous),
  );
  const app = createApp(routes, stages, edge);
  if (options.selfTest === false) return app;

  const probes = operations.map((operation) => probeRoute(operation, stages));
  await proveValidation(createApp(probes, stages, edge), operations);
  await proveAccess(app, operations);

  const warmUps = readWarmUps(served);
  const rehearsed = warmUps.map(({ operation, answer }) => openRoute(operation, () => answer, warmUpStages));
  await warmUp(createApp(rehearsed, warmUpStages, edge), warmUps);
  return app;
}

async function createStages(
  contract: Contract,
  {
    rateLimit,
    logger = stderrLogger,
    validateResponses = true,
    validation = 'express-openapi-validator',
  }: ServerOptions,
): Promise<{ readonly stages: Stages; readonly warmUpStages: Stages }> {
  // First, because it is quick to refuse options that make no sense.
  const limit = createRateLimit(rateLimit);
  const share = shareOf(validateResponses);
  const engine = await loadEngine(validation);
  const contracts = readDeclaredResponses(contract);
  const validateResponse =
    share === 0 ? skipResponseValidation : await provenResponseValidation(contract, engine, contracts);
  const responderWith = (sample: Sample<DeclaredResponse>) =>
    createResponder(contracts, validateResponse, sample);
  const validateRequest = await engine.requests(contract, contract.operations);
  return {
    stages: { limit, validateRequest, responder: responderWith(createSample(share)), logger },
    // Not with the sample of the server: the rehearsal would take its first ones.
    warmUpStages: {
      limit: async () => undefined,
      validateRequest,
      responder: responderWith(() => true),
      logger: silentLogger,
    },
  };
}

async function provenResponseValidation(
  contract: Contract,
  engine: Engine,
  contracts: DeclaredResponses,
): Promise<ValidateResponse> {
  const validateResponse = await engine.answers(contract, contract.operations);
  proveResponseValidation(validateResponse, contracts, contract.operations);
  return validateResponse;
}

function route(
  contract: Contract,
  operation: Operation,
  surfaces: ReadonlyMap<Surface, SurfaceParts>,
  stages: Stages,
  anonymous: Principal | undefined,
): Route {
  const { handlers, security, authorize } = surfaces.get(operation.surface) as SurfaceParts;
  const access: Access = {
    authenticate: createAuthenticate(contract, operation, security as SecurityHandlers, anonymous),
    authorize: createAuthorize(operation, authorize as Authorizer<Principal> | undefined),
  };
  // Called on its object: handlers may be methods of a class.
  const handler: AnyHandler = (request, context) =>
    (handlers as Record<string, AnyHandler>)[operation.operationId]?.(request, context);
  return { operation, endpoint: createEndpoint(operation, handler, access, stages) };
}

/** The operation without authentication, rate limit, authorization and handler: what is left is the validation. */
function probeRoute(operation: Operation, stages: Stages): Route {
  const unreachable: AnyHandler = () => {
    throw new Error('The self-test reached a handler.');
  };
  return openRoute(operation, unreachable, { ...stages, limit: async () => undefined });
}

/** The operation for the server's own requests at start, which need no credential. */
function openRoute(operation: Operation, handler: AnyHandler, stages: Stages): Route {
  const anybody: Access = { authenticate: async () => ({ id: 'self-test' }), authorize: undefined };
  return { operation, endpoint: createEndpoint(operation, handler, anybody, stages) };
}
