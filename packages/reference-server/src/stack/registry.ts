import type { EnginePort } from '@penstock/engine';
import type { ManagementHandlers, ObservabilityHandlers } from '@penstock/server';
import type { Database } from '../storage/database.ts';
import { type DatabaseOwners, databaseOwners } from '../storage/database-owners.ts';
import type { Vault } from '../storage/encryption.ts';
import type { Sender } from '../worker/deliveries/sender.ts';
import { evaluationHandlers } from './alerts/handlers.ts';
import { alertHistory } from './alerts/history.ts';
import { alertPreview } from './alerts/preview.ts';
import { type AlertRepository, alertRepository } from './alerts/repository.ts';
import { type AlertService, alertService } from './alerts/service.ts';
import { resourceHandlers } from './base/handlers.ts';
import type { StackServiceParts } from './base/service.ts';
import type { TenantHandlers } from './base/tenant.ts';
import { type DashboardRepository, dashboardRepository } from './dashboards/repository.ts';
import { dashboardService } from './dashboards/service.ts';
import { queryHandlers } from './queries/handlers.ts';
import { queryService } from './queries/service.ts';
import { type SavedSearchRepository, savedSearchRepository } from './saved-searches/repository.ts';
import { savedSearchService } from './saved-searches/service.ts';
import { inferenceHandlers } from './sources/inference.ts';
import { type SourceRepository, sourceRepository } from './sources/repository.ts';
import { sourceService } from './sources/service.ts';
import { sourceStatus } from './sources/status.ts';
import { deliveryHandlers } from './webhooks/deliveries/handlers.ts';
import { type DeliveryRepository, deliveryRepository } from './webhooks/deliveries/repository.ts';
import { deliveryService } from './webhooks/deliveries/service.ts';
import { type WebhookRepository, webhookRepository } from './webhooks/repository.ts';
import { webhookService } from './webhooks/service.ts';
import type { CheckTarget } from './webhooks/target.ts';
import { handlersWithoutEngine } from './without-engine.ts';

/** The repositories of the stack, all on the same database or all on the same transaction. */
export interface StackRepositories {
  readonly dashboards: DashboardRepository;
  readonly alerts: AlertRepository;
  readonly sources: SourceRepository;
  readonly webhooks: WebhookRepository;
  readonly deliveries: DeliveryRepository;
  readonly savedSearches: SavedSearchRepository;
  readonly databases: DatabaseOwners;
}

export function stackRepositories(db: Database, vault: Vault): StackRepositories {
  return new RepositoriesOn(db, vault);
}

/**
 * Each is made when it is used: a transaction needs two or three of them. A class, because V8 would keep each object literal with
 * getters, and its transaction, until the next full garbage collection.
 */
class RepositoriesOn implements StackRepositories {
  readonly #db: Database;
  readonly #vault: Vault;

  constructor(db: Database, vault: Vault) {
    this.#db = db;
    this.#vault = vault;
  }

  get dashboards(): DashboardRepository {
    return dashboardRepository(this.#db);
  }

  get alerts(): AlertRepository {
    return alertRepository(this.#db);
  }

  get sources(): SourceRepository {
    return sourceRepository(this.#db);
  }

  get webhooks(): WebhookRepository {
    return webhookRepository(this.#db, this.#vault);
  }

  get deliveries(): DeliveryRepository {
    return deliveryRepository(this.#db);
  }

  get savedSearches(): SavedSearchRepository {
    return savedSearchRepository(this.#db);
  }

  get databases(): DatabaseOwners {
    return databaseOwners(this.#db);
  }
}

type StackOperationId = Extract<keyof ManagementHandlers<never>, `${string}Stack${string}`>;

/** The handlers of all resources of the stack, by surface; a missing one does not compile. */
export interface StackHandlers {
  readonly management: Pick<TenantHandlers<ManagementHandlers<never>>, StackOperationId>;
  readonly observability: TenantHandlers<ObservabilityHandlers<never>>;
}

/** What the stack needs beyond its repositories. */
interface StackDependencies {
  readonly checkTarget: CheckTarget;
  readonly send: Sender;
  /** Notifies the worker of this process of new work. */
  readonly wake: () => void;
  readonly engine: EnginePort | undefined;
}

type StackParts = StackServiceParts<StackRepositories> & { readonly db: Database };

/** Without an engine, the operations that read tables respond with 501, and so do those that alerts are evaluated for. */
export function stackHandlers(
  parts: StackParts,
  { checkTarget, send, wake, engine }: StackDependencies,
): StackHandlers {
  const services = {
    dashboards: dashboardService(parts),
    alerts: alertService(parts),
    webhooks: webhookService(parts, checkTarget),
  };
  const dashboards = resourceHandlers('dashboards', services.dashboards);
  const alerts = resourceHandlers('alerts', services.alerts);
  const statusOf = sourceStatus(engine, parts.repositories.databases);
  const sources = resourceHandlers('sources', sourceService(parts, statusOf));
  const webhooks = resourceHandlers('webhooks', services.webhooks);
  const deliveries = deliveryHandlers(deliveryService({ ...parts, send, wake }));
  const savedSearches = resourceHandlers('saved-searches', savedSearchService(parts));
  const reading =
    engine === undefined ? handlersWithoutEngine(services) : engineHandlers(parts, services, engine);
  return {
    management: {
      ...dashboards.management,
      ...alerts.management,
      ...sources.management,
      ...webhooks.management,
      ...deliveries.management,
      ...savedSearches.management,
      ...reading.management,
    },
    observability: {
      ...dashboards.observability,
      ...alerts.observability,
      ...sources.observability,
      ...webhooks.observability,
      ...deliveries.observability,
      ...savedSearches.observability,
      ...reading.observability,
    },
  };
}

/** The operations that read tables, or what alerts have found in them. */
function engineHandlers(
  parts: StackParts,
  { alerts }: { readonly alerts: AlertService },
  engine: EnginePort,
) {
  const queries = queryHandlers(queryService({ ...parts, engine }));
  const history = alertHistory(parts.db, parts.cursors, alerts);
  const evaluation = evaluationHandlers(history, alertPreview({ ...parts, engine }));
  const inference = inferenceHandlers({ ...parts, engine });
  return {
    management: { ...queries.management, ...evaluation.management, ...inference.management },
    observability: { ...queries.observability, ...evaluation.observability, ...inference.observability },
  };
}
