import type { Insertable, Kysely, Selectable, Updateable } from 'kysely';
import { present } from '../json/present.ts';
import type { Database } from '../storage/database.ts';
import type { DocumentTable, Schema, StackTable } from '../storage/schema.ts';
import { type Content, contentOf, type Owned, type Versioned, withOwned } from './resource.ts';

/** The queries that all resources of the stack have in common. Everything belongs to a tenant. */
export interface DocumentRepository<Resource extends Owned, Filter = object> {
  find(tenantId: string, id: string): Promise<Versioned<Resource> | undefined>;
  /** Those of the ids that the tenant has. */
  existing(tenantId: string, ids: readonly string[]): Promise<ReadonlySet<string>>;
  /** At most `limit` resources that pass the filter, in the order of their creation, those after `afterId` if given. */
  list(tenantId: string, filter: Filter, limit: number, afterId: string | undefined): Promise<Resource[]>;
  insert(stored: Versioned<Resource>): Promise<void>;
  /** Stores a change of the version that was read; false if somebody else was faster. */
  replace(stored: Versioned<Resource>, readVersion: number): Promise<boolean>;
  /** Deletes the version that was read; false if somebody else was faster. */
  remove(tenantId: string, id: string, readVersion: number): Promise<boolean>;
}

/** The columns that a table has beside those of every table of the stack. */
type OwnColumns<Table extends StackTable> = Omit<Selectable<Schema[Table]>, keyof DocumentTable>;

/** How a resource becomes a row, and a row a resource again. */
interface RowMapping<Resource extends Owned, Table extends StackTable> {
  write(resource: Resource): { readonly document: object; readonly columns: OwnColumns<Table> };
  read(document: unknown, row: Selectable<Schema[Table]>): Content<Resource>;
}

// Kysely cannot know the columns of a table that is a type parameter; these are the ones that all of them have.
type Documents = Record<StackTable, DocumentTable>;

export function documentRepository<Resource extends Owned, Table extends StackTable>(
  db: Database,
  table: Table,
  mapping: RowMapping<Resource, Table>,
): DocumentRepository<Resource, Partial<OwnColumns<Table>>> {
  const documents = db as unknown as Kysely<Documents>;
  const name: StackTable = table;

  const fromRow = (row: Selectable<DocumentTable>): Resource => {
    const content = mapping.read(JSON.parse(row.document), row as Selectable<Schema[Table]>);
    const owned = { id: row.id, team: row.tenant_id, createdAt: row.created_at, updatedAt: row.updated_at };
    return withOwned<Resource>(content, owned);
  };

  const toRow = ({ resource, version }: Versioned<Resource>): Insertable<DocumentTable> => {
    const { document, columns } = mapping.write(resource);
    return {
      ...columns,
      tenant_id: resource.team,
      id: resource.id,
      document: JSON.stringify(document),
      version,
      created_at: resource.createdAt,
      updated_at: resource.updatedAt,
    };
  };

  return {
    async find(tenantId, id) {
      const row = await documents
        .selectFrom(name)
        .selectAll()
        .where('tenant_id', '=', tenantId)
        .where('id', '=', id)
        .executeTakeFirst();
      return row && { resource: fromRow(row), version: row.version };
    },
    async existing(tenantId, ids) {
      if (ids.length === 0) return new Set();
      const rows = await documents
        .selectFrom(name)
        .select('id')
        .where('tenant_id', '=', tenantId)
        .where('id', 'in', [...new Set(ids)])
        .execute();
      return new Set(rows.map((row) => row.id));
    },
    async list(tenantId, filter, limit, afterId) {
      // Ids are time-ordered, so their order is the order of creation and a page costs the same wherever it begins.
      let query = documents.selectFrom(name).selectAll().where('tenant_id', '=', tenantId);
      query = query.where((expression) => expression.and(present(filter)));
      if (afterId !== undefined) query = query.where('id', '>', afterId);
      const rows = await query.orderBy('id').limit(limit).execute();
      return rows.map(fromRow);
    },
    async insert(stored) {
      await documents.insertInto(name).values(toRow(stored)).execute();
    },
    async replace(stored, readVersion) {
      const { tenant_id, id, created_at, ...changes } = toRow(stored);
      const { numUpdatedRows } = await documents
        .updateTable(name)
        .set(changes as Updateable<DocumentTable>)
        .where('tenant_id', '=', tenant_id)
        .where('id', '=', id)
        .where('version', '=', readVersion)
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    },
    async remove(tenantId, id, readVersion) {
      const { numDeletedRows } = await documents
        .deleteFrom(name)
        .where('tenant_id', '=', tenantId)
        .where('id', '=', id)
        .where('version', '=', readVersion)
        .executeTakeFirst();
      return numDeletedRows === 1n;
    },
  };
}

/** The mapping of a resource that is all document, with these columns to look it up by. */
export function lookedUpBy<Resource extends Owned, Table extends StackTable>(
  columns: (resource: Resource) => OwnColumns<Table>,
): RowMapping<Resource, Table> {
  return {
    write: (resource) => ({ document: contentOf(resource), columns: columns(resource) }),
    read: (document) => document as Content<Resource>,
  };
}
