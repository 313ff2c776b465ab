import { requestExamples, responseExamples } from '@penstock/contract/examples';
import type { AlertCreateBody } from '../alerts/alert.ts';
import type { Dashboard } from '../dashboards/dashboard.ts';
import { dashboardRepository } from '../dashboards/repository.ts';
import { referenceRepository } from '../references/repository.ts';
import type { Database } from '../storage/database.ts';

/**
 * Gives a tenant what the contract's own examples refer to, so that they work here as they stand: the dashboards of the
 * list example, and the webhooks and the saved searches that the alert examples name.
 */
export async function insertSampleStack(db: Database, tenantId: string, now: string): Promise<void> {
  for (const dashboard of exampleDashboards()) {
    const own = { ...dashboard, team: tenantId, createdAt: now, updatedAt: now };
    await dashboardRepository(db).insert(tenantId, own);
  }
  const alerts = Object.values(requestExamples('createStackAlert')) as AlertCreateBody[];
  const references = referenceRepository(db);
  for (const id of new Set(alerts.flatMap(({ channel }) => channel.webhookId ?? []))) {
    await references.insert('webhooks', tenantId, { id, name: 'Sample webhook', createdAt: now });
  }
  for (const id of new Set(alerts.flatMap(({ savedSearchId }) => savedSearchId ?? []))) {
    await references.insert('saved_searches', tenantId, { id, name: 'Sample saved search', createdAt: now });
  }
}

function exampleDashboards(): Dashboard[] {
  const pages = Object.values(responseExamples('listStackDashboards', 200)) as { result: Dashboard[] }[];
  return pages.flatMap((page) => page.result);
}
