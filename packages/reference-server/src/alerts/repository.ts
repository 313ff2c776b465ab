import type { Database } from '../storage/database.ts';
import type { Alert } from './alert.ts';

/** An alert and its version, the ETag (D-11). */
export interface VersionedAlert {
  readonly alert: Alert;
  readonly version: number;
}

/** The queries of alerts. A tenant is a service under `/v1` and a team under `/api/v2`. */
export interface AlertRepository {
  find(tenantId: string, id: string): Promise<VersionedAlert | undefined>;
  insert(tenantId: string, stored: VersionedAlert): Promise<void>;
}

export function alertRepository(db: Database): AlertRepository {
  return {
    async find(tenantId, id) {
      const row = await db
        .selectFrom('alerts')
        .select(['document', 'version'])
        .where('tenant_id', '=', tenantId)
        .where('id', '=', id)
        .executeTakeFirst();
      return row && { alert: JSON.parse(row.document), version: row.version };
    },
    async insert(tenantId, { alert, version }) {
      const { id, createdAt, updatedAt } = alert;
      const row = {
        tenant_id: tenantId,
        id,
        document: JSON.stringify(alert),
        version,
        created_at: createdAt,
        updated_at: updatedAt,
      };
      await db.insertInto('alerts').values(row).execute();
    },
  };
}
