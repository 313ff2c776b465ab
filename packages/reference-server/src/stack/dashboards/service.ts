import { brokenReferences } from '../base/references.ts';
import { SHOWN_AS_STORED, type StackService, type StackServiceParts, stackService } from '../base/service.ts';
import {
  checkDashboard,
  type Dashboard,
  type DashboardBody,
  defineDashboard,
  sourcesOf,
} from './dashboard.ts';

/** The rules of dashboards. */
export type DashboardService = StackService<Dashboard, DashboardBody>;

export function dashboardService(parts: StackServiceParts): DashboardService {
  return stackService<Dashboard, DashboardBody>(parts, {
    ...SHOWN_AS_STORED,
    list: 'dashboards',
    repository: ({ dashboards }) => dashboards,
    check: checkDashboard,
    brokenReferences: (repositories, tenantId, body) =>
      brokenReferences(repositories, 'sources', tenantId, sourcesOf(body)),
    define: defineDashboard,
    /** D-49: a tile that is dropped takes its alerts along. */
    replaced: ({ alerts }, { team, id, tiles }) =>
      alerts.removeOnTiles(
        team,
        id,
        tiles.map((tile) => tile.id),
      ),
    removed: ({ alerts }, { team, id }) => alerts.removeOnTiles(team, id, []),
  });
}
