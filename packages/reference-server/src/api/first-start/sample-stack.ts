import type { OperationId } from '@penstock/contract';
import { responseExamples } from '@penstock/contract/examples';
import type { Owned } from '../../stack/base/resource.ts';
import type { Dashboard } from '../../stack/dashboards/dashboard.ts';
import type { StackRepositories } from '../../stack/registry.ts';
import type { SavedSearch } from '../../stack/saved-searches/saved-search.ts';
import type { Source } from '../../stack/sources/source.ts';
import { makeSecret, type Webhook } from '../../stack/webhooks/webhook.ts';

/**
 * Creates the resources that the examples of the contract refer to, with the same ids, so that the examples work
 * unchanged: the sources, webhooks, saved searches and dashboards of the list examples.
 */
export async function insertSampleStack(
  { sources, webhooks, savedSearches, dashboards }: StackRepositories,
  tenantId: string,
  now: string,
): Promise<void> {
  const own = <Resource extends Owned>(example: Resource) => ({
    ...example,
    team: tenantId,
    createdAt: now,
    updatedAt: now,
  });
  const version = 1;
  for (const source of listed<Source>('listStackSources'))
    await sources.insert({ resource: own(source), version });
  for (const webhook of listed<Webhook>('listStackWebhooks')) {
    // Webhook names are unique, and the examples of `createWebhook` use the original ones.
    const name = `${webhook.name} (sample)`;
    const resource = { ...own(webhook), name, secrets: { secret: makeSecret() } };
    await webhooks.insert({ resource, version });
  }
  for (const savedSearch of listed<SavedSearch>('listStackSavedSearches'))
    await savedSearches.insert({ resource: own(savedSearch), version });
  for (const dashboard of listed<Dashboard>('listStackDashboards'))
    await dashboards.insert({ resource: own(dashboard), version });
}

function listed<Resource>(operationId: OperationId): Resource[] {
  const pages = Object.values(responseExamples(operationId, 200)) as { result: Resource[] }[];
  return pages.flatMap((page) => page.result);
}
