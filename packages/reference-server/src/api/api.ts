import {
  createServer as createContractServer,
  type ManagementHandlers,
  type ManagementSurface,
  type ObservabilityHandlers,
  type ObservabilitySurface,
} from '@penstock/server';
import express, { type Express } from 'express';
import { pipeHandlers } from '../pipes/handlers.ts';
import { pipeObservations } from '../pipes/observations.ts';
import { pipeRepository } from '../pipes/repository.ts';
import { pipeService } from '../pipes/service.ts';
import { type StackRepositories, stackHandlers, stackRepositories } from '../stack/registry.ts';
import { targetCheck } from '../stack/webhooks/target.ts';
import type { Database } from '../storage/database.ts';
import { databaseOwners } from '../storage/database-owners.ts';
import { inTransaction } from '../storage/transaction.ts';
import { finishedRequests } from '../telemetry/finished-requests.ts';
import { requestLog } from '../telemetry/request-log.ts';
import type { Wake } from '../worker/worker.ts';
import { type Administration, administration } from './access/administration.ts';
import { type ApiKeyPrincipal, rejectReaders, type TokenPrincipal } from './access/principal.ts';
import { type AccessService, accessService } from './access/service.ts';
import { sharedRateLimit } from './access/shared-rate-limit.ts';
import { createCursors } from './cursors.ts';
import type { Dependencies } from './dependencies.ts';
import { serveDirectly } from './direct-requests.ts';
import { docsRoutes } from './docs.ts';
import { firstStart } from './first-start/first-start.ts';
import { createSampleTables } from './first-start/sample-tables.ts';
import { idempotencyService } from './idempotency.ts';
import { addMonitoringRoutes } from './monitoring-routes.ts';
import { forServices, forTeams } from './tenant.ts';

/** The API, ready to listen. */
export interface Api {
  readonly app: Express;
  /** Manages tenants and credentials, as the command line does. */
  readonly administration: Administration;
  /** Makes `/readyz` return 503, so that a load balancer sends no more requests. */
  beginDrain(): void;
}

const NO_WORKER: Wake = { newPipe: () => {}, changedPipe: () => {}, delivery: () => {} };

interface Handlers {
  readonly management: ManagementHandlers<ApiKeyPrincipal>;
  readonly observability: ObservabilityHandlers<TokenPrincipal>;
}

/**
 * Creates the API; any number of processes may serve the same database. It creates the first credentials if the database
 * has none. `wake` notifies the worker of this process of new work; workers in other processes poll.
 */
export async function createApi(dependencies: Dependencies, wake: Wake = NO_WORKER): Promise<Api> {
  const { logger, storage, metrics, traces } = dependencies;
  const { db, changes, vault, keys, credentialsFile } = storage;
  const stackOn = (database: Database) => stackRepositories(database, vault);
  const start = await firstStart(db, keys.credentials, credentialsFile, stackOn);
  if (start === 'first') await createSampleTables(dependencies.engine, logger);
  const access = accessService(db, changes, keys.credentials);
  const handlers = createHandlers({ ...dependencies, access, stackOn, wake });
  let draining = false;
  const observers = [traces.requests, finishedRequests(metrics.requestFinished, requestLog(logger))];
  const contract = await createContract(dependencies, access, handlers);
  const app = addMonitoringRoutes(express().disable('x-powered-by'), dependencies, () => draining)
    .use(observers)
    .use('/docs', docsRoutes())
    .use(contract);
  return {
    app: serveDirectly(app, [...observers, contract]),
    administration: administration(db, keys.credentials),
    beginDrain() {
      draining = true;
    },
  };
}

interface HandlerParts
  extends Pick<Dependencies, 'storage' | 'runtime' | 'engine' | 'receivers' | 'send' | 'logger'> {
  readonly access: AccessService;
  readonly stackOn: (db: Database) => StackRepositories;
  readonly wake: Wake;
}

/** The handlers of every operation; a missing one does not compile. */
function createHandlers({
  storage,
  access,
  stackOn,
  runtime,
  engine,
  receivers,
  send,
  wake,
  logger,
}: HandlerParts): Handlers {
  const { db, keys, vault } = storage;
  const repositoryOn = (database: Database) => pipeRepository(database, vault);
  const repository = repositoryOn(db);
  const idempotency = idempotencyService(db, keys.requests, vault);
  const cursors = createCursors(keys.cursors);
  const stack = stackHandlers(
    {
      db,
      repositories: stackOn(db),
      repositoriesOn: stackOn,
      inTransaction: (work) => inTransaction(db, (transaction) => work(stackOn(transaction))),
      idempotency,
      cursors,
    },
    { checkTarget: targetCheck(receivers), send, wake: wake.delivery, engine: engine.port },
  );
  const databases = databaseOwners(db);
  const pipes = pipeService({
    ...{ repository, repositoryOn, idempotency, cursors, databases, runtime, wake, logger },
  });
  const observations = pipeObservations(pipes, runtime, cursors, databases);
  return {
    management: forServices(access, { ...pipeHandlers(pipes, observations), ...stack.management }),
    observability: forTeams(stack.observability),
  };
}

function createContract(
  { configuration, storage, logger }: Dependencies,
  access: AccessService,
  handlers: Handlers,
): Promise<Express> {
  const management: ManagementSurface<ApiKeyPrincipal> = {
    security: {
      basicAuth: ({ username, password }) => access.authenticateKey(username, password),
    },
    authorize: rejectReaders,
    handlers: handlers.management,
  };
  const observability: ObservabilitySurface<TokenPrincipal> = {
    security: {
      bearerAuth: ({ token }) => access.authenticateToken(token),
    },
    authorize: rejectReaders,
    handlers: handlers.observability,
  };
  return createContractServer({
    logger,
    rateLimit: {
      ...configuration.rateLimit,
      ...(storage.pool !== undefined && { store: sharedRateLimit(storage.pool, configuration.rateLimit) }),
    },
    validation: configuration.validation,
    validateResponses: configuration.validateResponses,
    ...(configuration.surfaces.includes('management') && { management }),
    ...(configuration.surfaces.includes('observability') && { observability }),
  });
}
