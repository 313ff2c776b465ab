import type { Database } from '../storage/database.ts';
import type { Dashboard } from './dashboard.ts';

/** The queries of dashboards. A tenant is a service under `/v1` and a team under `/api/v2`. */
export interface DashboardRepository {
  find(tenantId: string, id: string): Promise<Dashboard | undefined>;
  /** At most `limit` dashboards in the order of their creation, those after `afterId` if it is given. */
  list(tenantId: string, limit: number, afterId: string | undefined): Promise<Dashboard[]>;
  insert(tenantId: string, dashboard: Dashboard): Promise<void>;
}

export function dashboardRepository(db: Database): DashboardRepository {
  return {
    async find(tenantId, id) {
      const row = await db
        .selectFrom('dashboards')
        .select('document')
        .where('tenant_id', '=', tenantId)
        .where('id', '=', id)
        .executeTakeFirst();
      return row && JSON.parse(row.document);
    },
    async list(tenantId, limit, afterId) {
      // Ids are time-ordered, so their order is the order of creation and a page costs the same wherever it begins.
      let query = db.selectFrom('dashboards').select('document').where('tenant_id', '=', tenantId);
      if (afterId !== undefined) query = query.where('id', '>', afterId);
      const rows = await query.orderBy('id').limit(limit).execute();
      return rows.map((row) => JSON.parse(row.document));
    },
    async insert(tenantId, dashboard) {
      const { id, createdAt } = dashboard;
      const row = { tenant_id: tenantId, id, document: JSON.stringify(dashboard), created_at: createdAt };
      await db.insertInto('dashboards').values(row).execute();
    },
  };
}
