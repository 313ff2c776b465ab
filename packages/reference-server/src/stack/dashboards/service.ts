import { brokenReferences, type Referable } from '../base/references.ts';
import { type StackService, type StackServiceParts, stackService, VIEW_AS_STORED } from '../base/service.ts';
import {
  checkDashboard,
  type Dashboard,
  type DashboardBody,
  defineDashboard,
  sourcesOf,
} from './dashboard.ts';
import type { DashboardRepository } from './repository.ts';

/** The rules of dashboards. */
export type DashboardService = StackService<Dashboard, DashboardBody>;

interface Repositories {
  readonly dashboards: DashboardRepository;
  readonly sources: Referable;
  readonly alerts: {
    removeOnTiles(tenantId: string, dashboardId: string, kept: readonly string[]): Promise<void>;
  };
}

export function dashboardService(parts: StackServiceParts<Repositories>): DashboardService {
  return stackService<Repositories, Dashboard, DashboardBody>(parts, {
    ...VIEW_AS_STORED,
    list: 'dashboards',
    repository: ({ dashboards }) => dashboards,
    check: checkDashboard,
    brokenReferences: ({ sources }, tenantId, body) =>
      brokenReferences(sources, 'source', tenantId, sourcesOf(body)),
    define: defineDashboard,
    /** D-49: the alerts on a removed tile are deleted with it. */
    replaced: ({ alerts }, { team, id, tiles }) =>
      alerts.removeOnTiles(
        team,
        id,
        tiles.map((tile) => tile.id),
      ),
    removed: ({ alerts }, { team, id }) => alerts.removeOnTiles(team, id, []),
  });
}
