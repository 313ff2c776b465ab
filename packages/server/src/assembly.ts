import type { Express } from 'express';
import { createAuthenticate, type SecurityHandlers } from './access/authentication.ts';
import { createAuthorize } from './access/authorization.ts';
import { createRateLimit } from './access/rate-limit.ts';
import type { Contract, Operation, Surface } from './contract.ts';
import { type Access, type AnyHandler, createEndpoint, type Stages } from './endpoint.ts';
import { type Engine, loadEngine } from './engines/engine.ts';
import {
  type RequestValidation,
  skipResponseValidation,
  type ValidateResponse,
} from './engines/validation.ts';
import type { Authorizer, Principal } from './handler.ts';
import { createApp, createEdge, type Edge } from './http/app.ts';
import type { Route } from './http/routes.ts';
import { silentLogger, stderrLogger } from './logger.ts';
import {
  type DeclaredResponse,
  type DeclaredResponses,
  readDeclaredResponses,
} from './responses/declared-responses.ts';
import { createResponder } from './responses/responder.ts';
import { createSample, type Sample, shareOf } from './responses/sampling.ts';
import { createUnreadResponses } from './responses/unread-responses.ts';
import type { ServerOptions } from './server-options.ts';
import { createProofs, type Prove, skipProof } from './start/proofs.ts';
import {
  proveAccess,
  proveHeaderValidation,
  proveResponseValidation,
  proveValidation,
} from './start/self-test.ts';
import { rejectIncomplete, type SurfaceParts } from './start/start-checks.ts';
import { isWarm, readWarmUps, warmUp } from './start/warm-up.ts';

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
  // Options are checked first, because the engine takes long to load.
  const limit = createRateLimit(options.rateLimit);
  const checks = await createChecks(served, options);
  const { openStages } = checks;
  const prove = options.selfTest === false ? skipProof : createProofs(proofOf(operations, checks, edge));
  const stages = { ...openStages, prove, limit };
  const routes = operations.map((operation) =>
    route(contract, operation, surfaces, stages, options.anonymous),
  );
  const app = createApp(routes, stages, edge);
  if (options.selfTest === false) return app;

  proveHeaderValidation(checks.declared, operations);
  const provenAtStart = checks.compilesAtRunTime ? firstOfEachSurface(operations) : operations;
  for (const operation of provenAtStart) await prove(operation);
  await proveAccess(app, operations);
  // Validators that are compiled at run time are those of one server, all others those of the process.
  const cold = checks.compilesAtRunTime
    ? provenAtStart
    : provenAtStart.filter((operation) => !isWarm(operation));
  await warmUpOperations({ ...served, operations: cold }, checks, edge);
  return app;
}

/** What validates requests and responses, shared by the routes of the server and those of its self-test. */
interface Checks extends Pick<Engine, 'compilesAtRunTime'> {
  readonly prepare: RequestValidation['prepare'];
  readonly declared: DeclaredResponses;
  /** Undefined if the server does not validate responses. */
  readonly validateResponse: ValidateResponse | undefined;
  /** Without proof and rate limit. */
  readonly openStages: Stages;
  /** With a sample of their own, because the warm-up would use up the first ones of the server. */
  readonly warmUpStages: Stages;
}

async function createChecks(
  contract: Contract,
  {
    logger = stderrLogger,
    validateResponses = true,
    validation = 'express-openapi-validator',
  }: AssemblyOptions,
): Promise<Checks> {
  const share = shareOf(validateResponses);
  const engine = await loadEngine(validation);
  const declared = readDeclaredResponses(contract);
  const validateResponse = share === 0 ? undefined : await engine.responses(contract, contract.operations);
  const unread = createUnreadResponses(logger);
  const responderWith = (sample: Sample<DeclaredResponse>) =>
    createResponder(declared, validateResponse ?? skipResponseValidation, sample, unread);
  const { prepare, validate: validateRequest } = engine.requests(contract, contract.operations);
  const open = { prove: skipProof, limit: () => undefined, validateRequest };
  return {
    compilesAtRunTime: engine.compilesAtRunTime,
    prepare,
    declared,
    validateResponse,
    openStages: { ...open, responder: responderWith(createSample(share)), logger },
    warmUpStages: { ...open, responder: responderWith(() => true), logger: silentLogger },
  };
}

/** The proof of one operation, through routes without authentication and rate limit, so that validation is left. */
function proofOf(
  operations: readonly Operation[],
  { prepare, declared, validateResponse, openStages }: Checks,
  edge: Edge,
): Prove {
  const probes = operations.map((operation) => openRoute(operation, unreachable, openStages));
  const app = createApp(probes, openStages, edge);
  return async (operation) => {
    await prepare(operation);
    if (validateResponse !== undefined) proveResponseValidation(validateResponse, declared, operation);
    await proveValidation(app, operation);
  };
}

const unreachable: AnyHandler = () => {
  throw new Error('The self-test reached a handler.');
};

/** Enough to find a validator that is switched off or a document that has other paths. */
function firstOfEachSurface(operations: readonly Operation[]): Operation[] {
  const bySurface = Map.groupBy(operations, ({ surface }) => surface);
  return [...bySurface.values()].flatMap(([first]) => first ?? []);
}

async function warmUpOperations(contract: Contract, { warmUpStages }: Checks, edge: Edge): Promise<void> {
  const warmUps = readWarmUps(contract);
  const routes = warmUps.map(({ operation, response }) => openRoute(operation, () => response, warmUpStages));
  await warmUp(createApp(routes, warmUpStages, edge), warmUps);
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

/** Serves an operation for the server's own requests, which have no credential. */
function openRoute(operation: Operation, handler: AnyHandler, stages: Stages): Route {
  const access: Access = { authenticate: () => ({ id: 'self-test' }), authorize: undefined };
  return { operation, endpoint: createEndpoint(operation, handler, access, stages) };
}
