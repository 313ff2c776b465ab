import { sql } from 'kysely';
import { columnText } from '../../storage/column-text.ts';
import type { Database } from '../../storage/database.ts';
import { inTransaction } from '../../storage/transaction.ts';
import { type DocumentRepository, documentRepository, lookedUpBy } from '../base/document-repository.ts';
import { type TagFilter, withTags } from '../base/tags.ts';
import { type Dashboard, sourceUses } from './dashboard.ts';

/** The number of tiles and filters of all dashboards of a tenant that use a source. */
interface SourceUses {
  readonly tiles: number;
  readonly filters: number;
}

/** The queries of dashboards. */
export interface DashboardRepository extends DocumentRepository<Dashboard, TagFilter> {
  usesOfSource(tenantId: string, sourceId: string): Promise<SourceUses>;
}

export function dashboardRepository(db: Database): DashboardRepository {
  const documents = (on: Database) =>
    withTags(on, 'dashboard_tags', (database) =>
      documentRepository(
        database,
        'dashboards',
        lookedUpBy<Dashboard, 'dashboards'>(({ name }) => ({ name })),
      ),
    );
  return {
    ...documents(db),
    insert: (stored) =>
      inTransaction(db, async (transaction) => {
        await documents(transaction).insert(stored);
        await writeSourceUses(transaction, stored.resource);
      }),
    replace: (stored, readVersion) =>
      inTransaction(db, async (transaction) => {
        if (!(await documents(transaction).replace(stored, readVersion))) return false;
        await writeSourceUses(transaction, stored.resource);
        return true;
      }),
    async usesOfSource(tenantId, sourceId) {
      const { rows } = await sql<SourceUses>`
        select coalesce(sum(tiles), 0) as tiles, coalesce(sum(filters), 0) as filters
        from dashboard_sources where tenant_id = ${tenantId} and source_id = ${sourceId}
      `.execute(db);
      return rows[0] ?? { tiles: 0, filters: 0 };
    },
  };
}

/** Stores which sources the dashboard uses, so that they are found without reading every dashboard. */
async function writeSourceUses(transaction: Database, dashboard: Dashboard): Promise<void> {
  const { team: tenant_id, id: dashboard_id } = dashboard;
  await transaction
    .deleteFrom('dashboard_sources')
    .where('tenant_id', '=', tenant_id)
    .where('dashboard_id', '=', dashboard_id)
    .execute();
  const rows = [...sourceUses(dashboard)].map(([sourceId, uses]) => ({
    tenant_id,
    dashboard_id,
    source_id: columnText(sourceId),
    ...uses,
  }));
  if (rows.length > 0) await transaction.insertInto('dashboard_sources').values(rows).execute();
}
