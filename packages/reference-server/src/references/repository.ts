import type { Database } from '../storage/database.ts';

/** What alerts name beside dashboards. The contract has no operations for these yet; one sample of each is made. */
type ReferencedKind = 'webhooks' | 'saved_searches';

interface ReferencedResource {
  readonly id: string;
  readonly name: string;
  readonly createdAt: string;
}

/** The queries of webhooks and saved searches, as far as alerts need them. */
export interface ReferenceRepository {
  exists(kind: ReferencedKind, tenantId: string, id: string): Promise<boolean>;
  insert(kind: ReferencedKind, tenantId: string, resource: ReferencedResource): Promise<void>;
}

export function referenceRepository(db: Database): ReferenceRepository {
  return {
    async exists(kind, tenantId, id) {
      const row = await db
        .selectFrom(kind)
        .select('id')
        .where('tenant_id', '=', tenantId)
        .where('id', '=', id)
        .executeTakeFirst();
      return row !== undefined;
    },
    async insert(kind, tenantId, resource) {
      const { id, createdAt } = resource;
      const row = { tenant_id: tenantId, id, document: JSON.stringify(resource), created_at: createdAt };
      await db.insertInto(kind).values(row).execute();
    },
  };
}
