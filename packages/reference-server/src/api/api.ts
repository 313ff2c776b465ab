import {
  createServer as createContractServer,
  type ManagementSurface,
  type ObservabilitySurface,
} from '@penstock/server';
import express, { type Express } from 'express';
import { pipeHandlers } from '../pipes/handlers.ts';
import { pipeRepository } from '../pipes/repository.ts';
import { type PipeService, pipeService } from '../pipes/service.ts';
import { alertHandlers, stackAlertHandlers } from '../stack/alerts/handlers.ts';
import { type AlertService, alertService } from '../stack/alerts/service.ts';
import type { StackServiceParts } from '../stack/base/service.ts';
import { dashboardHandlers, stackDashboardHandlers } from '../stack/dashboards/handlers.ts';
import { type DashboardService, dashboardService } from '../stack/dashboards/service.ts';
import { type StackRepositories, stackRepositories } from '../stack/registry.ts';
import { savedSearchHandlers, stackSavedSearchHandlers } from '../stack/saved-searches/handlers.ts';
import { type SavedSearchService, savedSearchService } from '../stack/saved-searches/service.ts';
import { sourceHandlers, stackSourceHandlers } from '../stack/sources/handlers.ts';
import { type SourceService, sourceService } from '../stack/sources/service.ts';
import { stackWebhookHandlers, webhookHandlers } from '../stack/webhooks/handlers.ts';
import { type WebhookService, webhookService } from '../stack/webhooks/service.ts';
import { type CheckTarget, type ResolveHost, systemResolver, targetCheck } from '../stack/webhooks/target.ts';
import type { Database } from '../storage/database.ts';
import { inTransaction } from '../storage/transaction.ts';
import { finishedRequests } from '../telemetry/finished-requests.ts';
import { requestLog } from '../telemetry/request-log.ts';
import { type Administration, administration } from './access/administration.ts';
import { type ApiKeyPrincipal, refuseReaders, type TokenPrincipal } from './access/principal.ts';
import { type AccessService, accessService } from './access/service.ts';
import { sharedRateLimit } from './access/shared-rate-limit.ts';
import { createCursors } from './cursors.ts';
import type { Foundation } from './dependencies.ts';
import { docsRoutes } from './docs.ts';
import { firstStart } from './first-start/first-start.ts';
import { idempotencyService } from './idempotency.ts';
import { addObservationRoutes } from './monitoring-routes.ts';

/** The API, ready to listen. */
export interface Api {
  readonly app: Express;
  /** Makes tenants and credentials, as the command line does. */
  readonly administration: Administration;
  /** From now on `/readyz` says that this process wants no more requests. */
  beginDrain(): void;
}

interface Services {
  readonly access: AccessService;
  readonly pipes: PipeService;
  readonly dashboards: DashboardService;
  readonly alerts: AlertService;
  readonly sources: SourceService;
  readonly webhooks: WebhookService;
  readonly savedSearches: SavedSearchService;
}

/**
 * The API, beside any number of other processes. It makes the first credentials if there are none. `wake` tells a worker
 * of the same process that there is work; those of others find it by themselves.
 */
export async function createApi(
  foundation: Foundation,
  resolveHost: ResolveHost = systemResolver,
  wake: () => void = () => {},
): Promise<Api> {
  const { configuration, logger, storage, metrics, traces } = foundation;
  const { db, vault, keys, credentialsFile } = storage;
  const stackOn = (database: Database) => stackRepositories(database, vault);
  await firstStart(db, keys.credentials, credentialsFile, stackOn);
  const targets = targetCheck({ allowedHosts: configuration.webhookAllowedHosts, resolveHost });
  const services = createServices({ ...foundation, stackOn, targets, wake });
  let draining = false;
  const app = addObservationRoutes(express().disable('x-powered-by'), foundation, () => draining)
    .use(traces.requests)
    .use(finishedRequests(metrics.requestFinished, requestLog(logger)))
    .use('/docs', docsRoutes())
    .use(await createContract(foundation, services));
  return {
    app,
    administration: administration(db, keys.credentials),
    beginDrain() {
      draining = true;
    },
  };
}

interface ServiceParts extends Pick<Foundation, 'storage' | 'runtime' | 'logger'> {
  readonly stackOn: (db: Database) => StackRepositories;
  readonly targets: CheckTarget;
  readonly wake: () => void;
}

function createServices({ storage, stackOn, targets, runtime, wake, logger }: ServiceParts): Services {
  const { db, keys, vault } = storage;
  const repositoryOn = (database: Database) => pipeRepository(database, vault);
  const repository = repositoryOn(db);
  const idempotency = idempotencyService(db, keys.requests, vault);
  const cursors = createCursors(keys.cursors);
  const stack: StackServiceParts = {
    repositories: stackOn(db),
    repositoriesOn: stackOn,
    inTransaction: (work) => inTransaction(db, (transaction) => work(stackOn(transaction))),
    idempotency,
    cursors,
  };
  return {
    access: accessService(db, keys.credentials),
    pipes: pipeService({ repository, repositoryOn, idempotency, cursors, runtime, wake, logger }),
    dashboards: dashboardService(stack),
    alerts: alertService(stack),
    sources: sourceService(stack),
    webhooks: webhookService(stack, targets),
    savedSearches: savedSearchService(stack),
  };
}

function createContract(
  { configuration, storage, logger }: Foundation,
  { access, pipes, dashboards, alerts, sources, webhooks, savedSearches }: Services,
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
