import type { ProblemPlace } from '@penstock/server';
import { canCarryAlert } from '../dashboards/dashboard.ts';
import { dashboardRepository } from '../dashboards/repository.ts';
import { referenceRepository } from '../references/repository.ts';
import type { Database } from '../storage/database.ts';
import type { AlertCreateBody } from './alert.ts';

/** The references of an alert that lead nowhere in its tenant, one entry for each (D-43). */
export async function brokenReferences(
  db: Database,
  tenantId: string,
  body: AlertCreateBody,
): Promise<ProblemPlace[]> {
  const references = referenceRepository(db);
  const { savedSearchId, channel } = body;
  const places = await brokenTile(db, tenantId, body);
  if (savedSearchId !== undefined && !(await references.exists('saved_searches', tenantId, savedSearchId))) {
    places.push(broken('/savedSearchId', 'names no saved search'));
  }
  const { webhookId } = channel;
  if (webhookId !== undefined && !(await references.exists('webhooks', tenantId, webhookId))) {
    places.push(broken('/channel/webhookId', 'names no webhook'));
  }
  return places;
}

async function brokenTile(
  db: Database,
  tenantId: string,
  { dashboardId, tileId }: AlertCreateBody,
): Promise<ProblemPlace[]> {
  if (dashboardId === undefined) return [];
  const dashboard = await dashboardRepository(db).find(tenantId, dashboardId);
  if (dashboard === undefined) return [broken('/dashboardId', 'names no dashboard')];
  if (tileId === undefined) return [];
  const tile = dashboard.tiles.find((candidate) => candidate.id === tileId);
  if (tile === undefined) return [broken('/tileId', 'names no tile of the dashboard')];
  if (canCarryAlert(tile)) return [];
  return [
    { pointer: '/tileId', code: 'not_applicable', message: 'must be a line, stacked_bar or number tile' },
  ];
}

function broken(pointer: string, message: string): ProblemPlace {
  return { pointer, code: 'reference_not_found', message };
}
