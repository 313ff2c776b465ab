import { sql } from 'kysely';
import { type DocumentRepository, documentRepository, lookedUpBy } from '../stack/document-repository.ts';
import type { Database } from '../storage/database.ts';
import type { Dashboard } from './dashboard.ts';

/** How many places of all dashboards of a tenant name a source. */
interface SourceUses {
  readonly tiles: number;
  readonly filters: number;
}

/** The queries of dashboards. */
export interface DashboardRepository extends DocumentRepository<Dashboard> {
  usesOfSource(tenantId: string, sourceId: string): Promise<SourceUses>;
}

export function dashboardRepository(db: Database): DashboardRepository {
  return {
    ...documentRepository(
      db,
      'dashboards',
      lookedUpBy<Dashboard, 'dashboards'>(() => ({})),
    ),
    async usesOfSource(tenantId, sourceId) {
      // Reads every dashboard of the tenant; sources are deleted too rarely for a table of their own to pay off.
      const { rows } = await sql<SourceUses>`
        select
          (select count(*) from dashboards, json_each(document, '$.tiles') as tile
            where tenant_id = ${tenantId} and tile.value ->> '$.config.sourceId' = ${sourceId}) as tiles,
          (select count(*) from dashboards, json_each(document, '$.filters') as filter
            where tenant_id = ${tenantId} and filter.value ->> '$.sourceId' = ${sourceId}) as filters
      `.execute(db);
      return rows[0] ?? { tiles: 0, filters: 0 };
    },
  };
}
