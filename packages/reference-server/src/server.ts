import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createServer as createContractServer } from '@penstock/server';
import express, { type Express } from 'express';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { refuseReaders } from './access/principal.ts';
import { accessRepository } from './access/repository.ts';
import { type AccessService, accessService } from './access/service.ts';
import { alertHandlers, stackAlertHandlers } from './alerts/handlers.ts';
import { alertRepository } from './alerts/repository.ts';
import { type AlertService, alertService } from './alerts/service.ts';
import type { Configuration } from './configuration.ts';
import { stackDashboardHandlers } from './dashboards/handlers.ts';
import { dashboardRepository } from './dashboards/repository.ts';
import { type DashboardService, dashboardService } from './dashboards/service.ts';
import { docsRoutes } from './docs.ts';
import { firstStart } from './first-start/first-start.ts';
import { idempotencyService } from './idempotency/service.ts';
import { pipeHandlers } from './pipes/handlers.ts';
import { pipeRepository } from './pipes/repository.ts';
import { type PipeService, pipeService } from './pipes/service.ts';
import type { PipeRuntime } from './runtime/pipe-runtime.ts';
import { createReconciler, type Reconciler } from './runtime/reconciler.ts';
import { simulatedRuntime } from './runtime/simulated-runtime.ts';
import { type Database, openDatabase } from './storage/database.ts';
import { createVault } from './storage/encryption.ts';
import { type Keys, loadKeys } from './storage/key-file.ts';
import type { Schema } from './storage/schema.ts';
import { healthRoutes } from './telemetry/health.ts';
import { requestLog } from './telemetry/request-log.ts';

/** A reference server that is ready to listen. */
export interface ReferenceServer {
  readonly app: Express;
  /** Where the credentials of the first start are. */
  readonly credentialsFile: string;
  /** Makes organizations' keys and teams' tokens; the command line and tests use it. */
  readonly access: AccessService;
  /** Lets go of the pipes and of the database. Call it when no request is under way any more. */
  close(): Promise<void>;
}

interface Services {
  readonly access: AccessService;
  readonly pipes: PipeService;
  readonly dashboards: DashboardService;
  readonly alerts: AlertService;
  readonly reconciler: Reconciler;
}

/**
 * Wires storage, services and handlers. The runtime can be exchanged; the one that is built in moves no data.
 *
 * @throws Error with a sentence for a person if the data folder or the database cannot be used.
 */
export async function createReferenceServer(
  configuration: Configuration,
  logger: Logger,
  runtime: PipeRuntime = simulatedRuntime(configuration.simulatedStepMs),
): Promise<ReferenceServer> {
  const { dataFolder } = configuration;
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
  const keys = loadKeys(join(dataFolder, 'secret.key'));
  if (keys.created)
    logger.warn('A development key was made in the data folder; stored credentials are encrypted with it');
  const credentialsFile = join(dataFolder, 'credentials.json');
  const db = await openDatabase(join(dataFolder, 'penstock.db'));
  try {
    await firstStart(db, keys.credentials, credentialsFile);
    const services = createServices(db, keys, runtime, logger);
    const app = await createApp(configuration, services, db, logger);
    logger.info({ runtime: runtime.name }, describeRuntime(runtime));
    await services.reconciler.start();
    return {
      app,
      credentialsFile,
      access: services.access,
      async close() {
        await services.reconciler.stop();
        await db.destroy();
      },
    };
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

function createServices(db: Kysely<Schema>, keys: Keys, runtime: PipeRuntime, logger: Logger): Services {
  const vault = createVault(keys.encryption);
  const repositoryOn = (database: Database) => pipeRepository(database, vault);
  const repository = repositoryOn(db);
  const idempotency = idempotencyService(db, keys.requests);
  const reconciler = createReconciler(repository, runtime, logger);
  return {
    reconciler,
    access: accessService(accessRepository(db), keys.credentials),
    pipes: pipeService({ repository, repositoryOn, idempotency, runtime, reconciler, logger }),
    dashboards: dashboardService(dashboardRepository(db)),
    alerts: alertService(alertRepository(db), idempotency),
  };
}

async function createApp(
  configuration: Configuration,
  { access, pipes, dashboards, alerts }: Services,
  db: Kysely<Schema>,
  logger: Logger,
): Promise<Express> {
  const contract = await createContractServer({
    logger,
    rateLimit: configuration.rateLimit,
    management: {
      security: {
        async apiKey({ username, password }, { method }) {
          const principal = await access.authenticateKey(username, password);
          if (principal !== undefined) refuseReaders(principal, method);
          return principal;
        },
      },
      handlers: {
        ...pipeHandlers(access, pipes),
        ...stackDashboardHandlers(access, dashboards),
        ...stackAlertHandlers(access, alerts),
      },
    },
    observability: {
      security: {
        async bearerToken({ token }, { method }) {
          const principal = await access.authenticateToken(token);
          if (principal !== undefined) refuseReaders(principal, method);
          return principal;
        },
      },
      handlers: alertHandlers(alerts),
    },
  });
  return express()
    .disable('x-powered-by')
    .use(requestLog(logger))
    .use(healthRoutes(db))
    .use('/docs', docsRoutes())
    .use(contract);
}

function describeRuntime(runtime: PipeRuntime): string {
  return runtime.name === 'SimulatedRuntime'
    ? 'Pipes are simulated: they walk through their states on a clock and move no data'
    : 'Pipes are moved by a runtime';
}
