import { cursorAfter, idBefore } from '../storage/cursor.ts';
import type { Dashboard } from './dashboard.ts';
import type { DashboardRepository } from './repository.ts';

interface DashboardPage {
  readonly dashboards: Dashboard[];
  /** Null on the last page (D-05). */
  readonly nextCursor: string | null;
}

/** The rules of dashboards. */
export interface DashboardService {
  /** @throws ProblemError 400 if the cursor is not one of this list. */
  list(
    tenantId: string,
    page: { readonly limit: number; readonly cursor: string | undefined },
  ): Promise<DashboardPage>;
}

export function dashboardService(repository: DashboardRepository): DashboardService {
  return {
    async list(tenantId, { limit, cursor }) {
      const afterId = cursor === undefined ? undefined : idBefore(cursor);
      // One more than asked for tells whether there is a next page.
      const found = await repository.list(tenantId, limit + 1, afterId);
      const dashboards = found.slice(0, limit);
      const last = dashboards.at(-1);
      return {
        dashboards,
        nextCursor: found.length > limit && last !== undefined ? cursorAfter(last.id) : null,
      };
    },
  };
}
