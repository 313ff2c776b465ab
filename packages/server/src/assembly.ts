import type { Express } from 'express';
import { createAuthenticate, type SecurityHandlers } from './access/authentication.ts';
import { createAuthorize } from './access/authorization.ts';
import { createRateLimit } from './access/rate-limit.ts';
import type { Contract, Operation, Surface } from './contract.ts';
import { type Access, type AnyHandler, createEndpoint, type Stages } from './endpoint.ts';
import { type Engine, loadEngine } from './engines/engine.ts';
import { skipResponseValidation, type ValidateResponse } from './engines/validation.ts';
import type { Authorizer, Principal } from './handler.ts';
import { createApp, createEdge } from './http/app.ts';
import type { Route } from './http/routes.ts';
import { silentLogger, stderrLogger } from './logger.ts';
import {
  type DeclaredResponse,
  type DeclaredResponses,
  readDeclaredResponses,
} from './responses/declared-responses.ts';
import { createResponder } from './responses/responder.ts';
import { createSample, type Sample, shareOf } from './responses/sampling.ts';
import type { ServerOptions } from './server-options.ts';
import {
  proveAccess,
  proveHeaderValidation,
  proveResponseValidation,
  proveValidation,
} from './start/self-test.ts';
import { rejectIncomplete, type SurfaceParts } from './start/start-checks.ts';
import { readWarmUps, warmUp } from './start/warm-up.ts';

/** Options of a server for any contract. */
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
  const warmUpRoutes = warmUps.map(({ operation, response }) =>
    openRoute(operation, () => response, warmUpStages),
  );
  await warmUp(createApp(warmUpRoutes, warmUpStages, edge), warmUps);
  return app;
}

async function createStages(
  contract: Contract,
  {
    rateLimit,
    logger = stderrLogger,
    validateResponses = true,
    validation = 'express-openapi-validator',
    selfTest = true,
  }: AssemblyOptions,
): Promise<{ readonly stages: Stages; readonly warmUpStages: Stages }> {
  // Options are checked first, because the engine takes long to load.
  const limit = createRateLimit(rateLimit);
  const share = shareOf(validateResponses);
  const engine = await loadEngine(validation);
  const declared = readDeclaredResponses(contract);
  const validateResponse =
    share === 0 ? skipResponseValidation : await responseValidation(contract, engine, declared, selfTest);
  const responderWith = (sample: Sample<DeclaredResponse>) =>
    createResponder(declared, validateResponse, sample);
  const validateRequest = await engine.requests(contract, contract.operations);
  if (selfTest) proveHeaderValidation(declared, contract.operations);
  return {
    stages: { limit, validateRequest, responder: responderWith(createSample(share)), logger },
    // It has its own sample, because the warm-up would use up the first ones of the server.
    warmUpStages: {
      limit: async () => undefined,
      validateRequest,
      responder: responderWith(() => true),
      logger: silentLogger,
    },
  };
}

async function responseValidation(
  contract: Contract,
  engine: Engine,
  declared: DeclaredResponses,
  selfTest: boolean,
): Promise<ValidateResponse> {
  const validateResponse = await engine.responses(contract, contract.operations);
  if (selfTest) proveResponseValidation(validateResponse, declared, contract.operations);
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
  // Called on its object, because handlers may be methods of a class.
  const handler: AnyHandler = (request, context) =>
    (handlers as Record<string, AnyHandler>)[operation.operationId]?.(request, context);
  return { operation, endpoint: createEndpoint(operation, handler, access, stages) };
}

/** Serves an operation without authentication, rate limit, authorization and handler, so that validation is left. */
function probeRoute(operation: Operation, stages: Stages): Route {
  const unreachable: AnyHandler = () => {
    throw new Error('The self-test reached a handler.');
  };
  return openRoute(operation, unreachable, { ...stages, limit: async () => undefined });
}

/** Serves an operation for the server's own requests at start, which have no credential. */
function openRoute(operation: Operation, handler: AnyHandler, stages: Stages): Route {
  const access: Access = { authenticate: async () => ({ id: 'self-test' }), authorize: undefined };
  return { operation, endpoint: createEndpoint(operation, handler, access, stages) };
}
