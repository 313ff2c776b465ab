import {
  createServer as createContractServer,
  type ManagementSurface,
  type ObservabilitySurface,
} from '@penstock/server';
import express, { type Express } from 'express';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { type Administration, administration } from './access/administration.ts';
import { type ApiKeyPrincipal, refuseReaders, type TokenPrincipal } from './access/principal.ts';
import { type AccessService, accessService } from './access/service.ts';
import { alertHandlers, stackAlertHandlers } from './alerts/handlers.ts';
import { type AlertService, alertService } from './alerts/service.ts';
import type { Configuration } from './configuration.ts';
import { dashboardHandlers, stackDashboardHandlers } from './dashboards/handlers.ts';
import { type DashboardService, dashboardService } from './dashboards/service.ts';
import { docsRoutes } from './docs.ts';
import { firstStart } from './first-start/first-start.ts';
import { idempotencyService } from './idempotency/service.ts';
import { createCursors } from './paging/cursor.ts';
import { pipeHandlers } from './pipes/handlers.ts';
import { pipeRepository } from './pipes/repository.ts';
import { type PipeService, pipeService } from './pipes/service.ts';
import { pipeStatistics } from './pipes/statistics.ts';
import { measuredRuntime } from './runtime/measured-runtime.ts';
import type { PipeRuntime } from './runtime/pipe-runtime.ts';
import { createReconciler, type Reconciler } from './runtime/reconciler.ts';
import { simulatedRuntime } from './runtime/simulated-runtime.ts';
import { savedSearchHandlers, stackSavedSearchHandlers } from './saved-searches/handlers.ts';
import { type SavedSearchService, savedSearchService } from './saved-searches/service.ts';
import { sourceHandlers, stackSourceHandlers } from './sources/handlers.ts';
import { type SourceService, sourceService } from './sources/service.ts';
import { type StackRepositories, stackRepositories } from './stack/repositories.ts';
import type { StackServiceParts } from './stack/service.ts';
import type { Database } from './storage/database.ts';
import type { Vault } from './storage/encryption.ts';
import type { DerivedKeys } from './storage/root-secret.ts';
import type { Schema } from './storage/schema.ts';
import { readSchemaVersion } from './storage/schema-version.ts';
import { openStorage } from './storage/storage.ts';
import { finishedRequests } from './telemetry/finished-requests.ts';
import { healthRoutes, type Unready } from './telemetry/health.ts';
import { createMetrics } from './telemetry/metrics.ts';
import { requestLog } from './telemetry/request-log.ts';
import { openTraces } from './telemetry/traces.ts';
import { stackWebhookHandlers, webhookHandlers } from './webhooks/handlers.ts';
import { type WebhookService, webhookService } from './webhooks/service.ts';
import { type CheckTarget, type ResolveHost, systemResolver, targetCheck } from './webhooks/target.ts';

/** A reference server that is ready to listen. */
export interface ReferenceServer {
  readonly app: Express;
  /** Where the credentials of the first start are. */
  readonly credentialsFile: string;
  /** Makes tenants and credentials, as the command line does. */
  readonly administration: Administration;
  /** From now on `/readyz` says that this process wants no more requests. */
  beginDrain(): void;
  /** Lets go of the pipes and of the database. Call it when no request is under way any more. */
  close(): Promise<void>;
}

interface Services {
  readonly access: AccessService;
  readonly pipes: PipeService;
  readonly dashboards: DashboardService;
  readonly alerts: AlertService;
  readonly sources: SourceService;
  readonly webhooks: WebhookService;
  readonly savedSearches: SavedSearchService;
  readonly reconciler: Reconciler;
}

/**
 * Wires storage, services and handlers. The runtime can be exchanged; the one that is built in moves no data. So can
 * what looks up the hosts of webhooks.
 *
 * @throws Error with a sentence for a person if the data folder or the database cannot be used.
 */
export async function createReferenceServer(
  configuration: Configuration,
  logger: Logger,
  runtime: PipeRuntime = simulatedRuntime(configuration.simulatedStepMs),
  resolveHost: ResolveHost = systemResolver,
): Promise<ReferenceServer> {
  const { db, vault, keys, credentialsFile, close } = await openStorage(configuration, logger);
  const traces = await openTraces(configuration.otlpEndpoint, logger);
  try {
    const stackOn = (database: Database) => stackRepositories(database, vault);
    await firstStart(db, keys.credentials, credentialsFile, stackOn);
    const targets = targetCheck({ allowedHosts: configuration.webhookAllowedHosts, resolveHost });
    const metrics = createMetrics({ pipes: () => pipeStatistics(db) });
    const measured = measuredRuntime(runtime, metrics, traces);
    const services = createServices({ db, keys, vault, stackOn, targets, runtime: measured, logger });
    let draining = false;
    const app = express()
      .disable('x-powered-by')
      .use(healthRoutes(async () => (draining ? 'draining' : unreadiness(db))))
      .use(metrics.routes())
      .use(traces.requests)
      .use(finishedRequests(metrics.requestFinished))
      .use(finishedRequests(requestLog(logger)))
      .use('/docs', docsRoutes())
      .use(await createContract(configuration, services, logger));
    logger.info({ runtime: runtime.name }, describeRuntime(runtime));
    await services.reconciler.start();
    return {
      app,
      credentialsFile,
      administration: administration(db, keys.credentials),
      beginDrain() {
        draining = true;
      },
      async close() {
        await services.reconciler.stop();
        await close();
        await traces.close();
      },
    };
  } catch (error) {
    await close();
    await traces.close();
    throw error;
  }
}

interface ServiceParts {
  readonly db: Kysely<Schema>;
  readonly keys: DerivedKeys;
  readonly vault: Vault;
  readonly stackOn: (db: Database) => StackRepositories;
  readonly targets: CheckTarget;
  readonly runtime: PipeRuntime;
  readonly logger: Logger;
}

function createServices({ db, keys, vault, stackOn, targets, runtime, logger }: ServiceParts): Services {
  const repositoryOn = (database: Database) => pipeRepository(database, vault);
  const repository = repositoryOn(db);
  const idempotency = idempotencyService(db, keys.requests, vault);
  const cursors = createCursors(keys.cursors);
  const reconciler = createReconciler(repository, runtime, logger);
  const stack: StackServiceParts = {
    repositories: stackOn(db),
    repositoriesOn: stackOn,
    inTransaction: (work) => db.transaction().execute((transaction) => work(stackOn(transaction))),
    idempotency,
    cursors,
  };
  return {
    reconciler,
    access: accessService(db, keys.credentials),
    pipes: pipeService({ repository, repositoryOn, idempotency, cursors, runtime, reconciler, logger }),
    dashboards: dashboardService(stack),
    alerts: alertService(stack),
    sources: sourceService(stack),
    webhooks: webhookService(stack, targets),
    savedSearches: savedSearchService(stack),
  };
}

function createContract(
  configuration: Configuration,
  { access, pipes, dashboards, alerts, sources, webhooks, savedSearches }: Services,
  logger: Logger,
): Promise<Express> {
  const management: ManagementSurface<ApiKeyPrincipal> = {
    security: {
      apiKey: ({ username, password }) => access.authenticateKey(username, password),
    },
    authorize: (principal, { method }) => refuseReaders(principal, method),
    handlers: {
      ...pipeHandlers(access, pipes),
      ...stackDashboardHandlers(access, dashboards),
      ...stackAlertHandlers(access, alerts),
      ...stackSourceHandlers(access, sources),
      ...stackWebhookHandlers(access, webhooks),
      ...stackSavedSearchHandlers(access, savedSearches),
    },
  };
  const observability: ObservabilitySurface<TokenPrincipal> = {
    security: {
      bearerToken: ({ token }) => access.authenticateToken(token),
    },
    authorize: (principal, { method }) => refuseReaders(principal, method),
    handlers: {
      ...dashboardHandlers(dashboards),
      ...alertHandlers(alerts),
      ...sourceHandlers(sources),
      ...webhookHandlers(webhooks),
      ...savedSearchHandlers(savedSearches),
    },
  };
  return createContractServer({
    logger,
    rateLimit: configuration.rateLimit,
    // A share is not known there yet: more is checked then than was asked for, never less.
    validateResponses: configuration.validateResponses !== false,
    ...(configuration.surfaces.includes('management') && { management }),
    ...(configuration.surfaces.includes('observability') && { observability }),
  });
}

async function unreadiness(db: Kysely<Schema>): Promise<Unready | undefined> {
  try {
    const { applied, known } = await readSchemaVersion(db);
    return applied === known ? undefined : 'migrations';
  } catch {
    return 'database';
  }
}

/** What is simulated says so in the log, too. */
function describeRuntime(runtime: PipeRuntime): string {
  const pipes =
    runtime.name === 'SimulatedRuntime'
      ? 'Pipes are simulated: they walk through their states on a clock and move no data'
      : 'Pipes are moved by a runtime';
  return `${pipes}. Alerts are stored and not evaluated`;
}
