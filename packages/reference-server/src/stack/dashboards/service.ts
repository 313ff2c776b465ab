import { rejectTilesInUse } from '../base/problems.ts';
import type { QueriedSources } from '../base/queried-source.ts';
import { type StackService, type StackServiceParts, stackService, VIEW_AS_STORED } from '../base/service.ts';
import type { TagFilter } from '../base/tags.ts';
import {
  brokenSources,
  checkDashboard,
  type Dashboard,
  type DashboardBody,
  defineDashboard,
  unusableForAlerts,
} from './dashboard.ts';
import type { DashboardRepository } from './repository.ts';

/** The rules of dashboards. */
export type DashboardService = StackService<Dashboard, DashboardBody, TagFilter>;

interface Repositories {
  readonly dashboards: DashboardRepository;
  readonly sources: QueriedSources;
  readonly alerts: {
    tilesWithAlerts(tenantId: string, dashboardId: string): Promise<ReadonlySet<string>>;
    removeOnTiles(tenantId: string, dashboardId: string, kept: readonly string[]): Promise<void>;
  };
}

export function dashboardService(parts: StackServiceParts<Repositories>): DashboardService {
  return stackService<Repositories, Dashboard, DashboardBody, TagFilter>(parts, {
    ...VIEW_AS_STORED,
    list: 'dashboards',
    repository: ({ dashboards }) => dashboards,
    check: checkDashboard,
    brokenReferences: ({ sources }, tenantId, body) => brokenSources(sources, tenantId, body),
    define: defineDashboard,
    /** D-49: the alerts on a removed tile are deleted with it, and the others keep a tile with a value. */
    async replaced({ alerts }, dashboard) {
      const { team, id, tiles } = dashboard;
      rejectTilesInUse(unusableForAlerts(dashboard, await alerts.tilesWithAlerts(team, id)));
      await alerts.removeOnTiles(
        team,
        id,
        tiles.map((tile) => tile.id),
      );
    },
    removed: ({ alerts }, { team, id }) => alerts.removeOnTiles(team, id, []),
  });
}
