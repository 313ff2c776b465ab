import type { ErrorEntry } from '@penstock/server';
import { canCarryAlert, type Tile } from '../base/alert-tile.ts';
import { notApplicable } from '../base/error-entries.ts';
import { broken, brokenReferences, type Referable } from '../base/references.ts';
import type { Alert } from './alert.ts';

/** The repositories of the resources that an alert can refer to. */
export interface ReferredRepositories {
  readonly dashboards: {
    find(
      tenantId: string,
      id: string,
    ): Promise<{ readonly resource: { readonly tiles: readonly Tile[] } } | undefined>;
  };
  readonly savedSearches: Referable;
  readonly webhooks: Referable;
}

/** The references of an alert. A preview may have no channel. */
export interface AlertReferences {
  readonly dashboardId?: string;
  readonly tileId?: string;
  readonly savedSearchId?: string;
  readonly channel?: { readonly webhookId?: string };
}

/**
 * One error entry for each reference of an alert that does not exist in its tenant (D-43). Unchanged references are not
 * checked: their targets may have been deleted, and the alert can still be changed otherwise.
 */
export async function brokenAlertReferences(
  repositories: ReferredRepositories,
  tenantId: string,
  body: AlertReferences,
  before: Alert | undefined,
): Promise<ErrorEntry[]> {
  const { savedSearchId, channel } = body;
  const kept = savedSearchId === before?.savedSearchId;
  const search =
    savedSearchId === undefined || kept ? [] : [{ pointer: '/savedSearchId', id: savedSearchId }];
  const webhookId = channel?.webhookId;
  const webhook = webhookId === undefined ? [] : [{ pointer: '/channel/webhookId', id: webhookId }];
  return [
    ...(await brokenTile(repositories, tenantId, body, before)),
    ...(await brokenReferences(repositories.savedSearches, 'saved search', tenantId, search)),
    ...(await brokenReferences(repositories.webhooks, 'webhook', tenantId, webhook)),
  ];
}

async function brokenTile(
  { dashboards }: ReferredRepositories,
  tenantId: string,
  { dashboardId, tileId }: AlertReferences,
  before: Alert | undefined,
): Promise<ErrorEntry[]> {
  if (dashboardId === undefined) return [];
  if (dashboardId === before?.dashboardId && tileId === before.tileId) return [];
  const dashboard = await dashboards.find(tenantId, dashboardId);
  if (dashboard === undefined) return [broken('/dashboardId', 'must be the id of an existing dashboard')];
  if (tileId === undefined) return [];
  const tile = dashboard.resource.tiles.find((candidate) => candidate.id === tileId);
  if (tile === undefined) return [broken('/tileId', 'must be the id of a tile of the dashboard')];
  if (canCarryAlert(tile)) return [];
  return [notApplicable('/tileId', 'must be a line, stacked_bar or number tile')];
}
