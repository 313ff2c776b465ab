import type { Database } from '../storage/database.ts';
import type { Vault } from '../storage/encryption.ts';
import { type AlertRepository, alertRepository } from './alerts/repository.ts';
import { type DashboardRepository, dashboardRepository } from './dashboards/repository.ts';
import { type SavedSearchRepository, savedSearchRepository } from './saved-searches/repository.ts';
import { type SourceRepository, sourceRepository } from './sources/repository.ts';
import { type WebhookRepository, webhookRepository } from './webhooks/repository.ts';

/** The repositories of the stack, all on the same database or all on the same transaction. */
export interface StackRepositories {
  readonly dashboards: DashboardRepository;
  readonly alerts: AlertRepository;
  readonly sources: SourceRepository;
  readonly webhooks: WebhookRepository;
  readonly savedSearches: SavedSearchRepository;
}

export function stackRepositories(db: Database, vault: Vault): StackRepositories {
  return {
    dashboards: dashboardRepository(db),
    alerts: alertRepository(db),
    sources: sourceRepository(db),
    webhooks: webhookRepository(db, vault),
    savedSearches: savedSearchRepository(db),
  };
}
