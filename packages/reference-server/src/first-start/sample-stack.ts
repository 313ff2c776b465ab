import { contractDocument } from '@penstock/contract/documents';
import type { Dashboard } from '../dashboards/dashboard.ts';
import { dashboardRepository } from '../dashboards/repository.ts';
import { referenceRepository } from '../references/repository.ts';
import type { Database } from '../storage/database.ts';

interface ExampleAlert {
  readonly savedSearchId?: string;
  readonly channel: { readonly webhookId: string };
}

/**
 * Gives a tenant what the contract's own examples refer to, so that they work here as they stand: the dashboard of the
 * list example, and the webhook and the saved search that the alert examples name.
 */
export async function insertSampleStack(db: Database, tenantId: string, now: string): Promise<void> {
  const { dashboards, alerts } = examples();
  for (const dashboard of dashboards) {
    const own = { ...dashboard, team: tenantId, createdAt: now, updatedAt: now };
    await dashboardRepository(db).insert(tenantId, own);
  }
  const references = referenceRepository(db);
  const webhooks = new Set(alerts.map((alert) => alert.channel.webhookId));
  const savedSearches = new Set(alerts.flatMap((alert) => alert.savedSearchId ?? []));
  for (const id of webhooks)
    await references.insert('webhooks', tenantId, { id, name: 'Sample webhook', createdAt: now });
  for (const id of savedSearches) {
    await references.insert('saved_searches', tenantId, { id, name: 'Sample saved search', createdAt: now });
  }
}

function examples(): { dashboards: Dashboard[]; alerts: ExampleAlert[] } {
  const { paths } = contractDocument('management');
  const stack = '/v1/organizations/{organizationId}/services/{serviceId}/stack';
  const pages = mediaExamples(paths, `${stack}/dashboards`, 'get', ['responses', '200']);
  const alerts = mediaExamples(paths, `${stack}/alerts`, 'post', ['requestBody']);
  return {
    dashboards: Object.values(pages).flatMap((page) => (page.value as { result: Dashboard[] }).result),
    alerts: Object.values(alerts).map((example) => example.value as ExampleAlert),
  };
}

function mediaExamples(
  paths: unknown,
  path: string,
  method: string,
  place: readonly string[],
): Record<string, { readonly value: unknown }> {
  const keys = [path, method, ...place, 'content', 'application/json', 'examples'];
  const found = keys.reduce<unknown>(
    (node, key) => (node as Record<string, unknown> | undefined)?.[key],
    paths,
  );
  return found as Record<string, { readonly value: unknown }>;
}
