import type { Insertable, Kysely, Selectable, Updateable } from 'kysely';
import { columnText } from '../../storage/column-text.ts';
import type { Database } from '../../storage/database.ts';
import { lockedForTransaction } from '../../storage/dialects.ts';
import { type ChangeEvent, record } from '../../storage/outbox.ts';
import type { DocumentTable, Schema, StackTable } from '../../storage/schema.ts';
import { inTransaction } from '../../storage/transaction.ts';
import { type ListFilter, listQuery, sizesQuery } from './list-query.ts';
import type { ItemSize } from './page-bytes.ts';
import { type Content, contentOf, type Owned, type Versioned, withOwned } from './resource.ts';

/**
 * The queries that all resources of the stack have in common. Each row belongs to a tenant. Each change is stored with its
 * outbox event in one transaction. Rows that are read in a transaction cannot change before it ends.
 */
export interface DocumentRepository<Resource extends Owned, Filter = object> {
  find(tenantId: string, id: string): Promise<Versioned<Resource> | undefined>;
  /** The resources of the tenant with these ids, by id. */
  findMany(tenantId: string, ids: readonly string[]): Promise<ReadonlyMap<string, Resource>>;
  /** Returns the ids that exist in the tenant. */
  existing(tenantId: string, ids: readonly string[]): Promise<ReadonlySet<string>>;
  /** At most `limit` resources that match the filter, oldest first, after the resource `afterId` if it is given. */
  list(tenantId: string, filter: Filter, limit: number, afterId: string | undefined): Promise<Resource[]>;
  /** The ids and stored sizes of what `list` returns. */
  sizes(tenantId: string, filter: Filter, limit: number, afterId: string | undefined): Promise<ItemSize[]>;
  insert(stored: Versioned<Resource>): Promise<void>;
  /** Stores a change of the version that was read; false if another request changed the resource first. */
  replace(stored: Versioned<Resource>, readVersion: number): Promise<boolean>;
  /** Deletes the version that was read; false if another request changed the resource first. */
  remove(tenantId: string, id: string, readVersion: number): Promise<boolean>;
}

/** The columns of a table that the other tables of the stack do not have. */
type OwnColumns<Table extends StackTable> = Omit<Selectable<Schema[Table]>, keyof DocumentTable>;

/** Converts between resources and rows. */
interface RowMapping<Resource extends Owned, Table extends StackTable> {
  write(resource: Resource): { readonly document: object; readonly columns: OwnColumns<Table> };
  read(document: unknown, row: Selectable<Schema[Table]>): Content<Resource>;
  /** Columns that a replacement keeps, because others write them. */
  readonly kept?: readonly (keyof OwnColumns<Table> & string)[];
}

const EVENT_NAMES = {
  dashboards: 'dashboard',
  alerts: 'alert',
  sources: 'source',
  webhooks: 'webhook',
  saved_searches: 'saved_search',
} as const satisfies Record<StackTable, string>;

/** The outbox event of a change of a resource. */
export function changeOf(
  table: StackTable,
  change: 'created' | 'updated' | 'deleted',
  tenantId: string,
  subject: string,
  version: number | null,
): ChangeEvent {
  return { kind: `${EVENT_NAMES[table]}.${change}`, tenantId, subject, payload: { version } };
}

// Kysely does not know the columns of a table that is a type parameter; all of the tables have these.
type Documents = Record<StackTable, DocumentTable>;

export function documentRepository<Resource extends Owned, Table extends StackTable>(
  db: Database,
  table: Table,
  mapping: RowMapping<Resource, Table>,
): DocumentRepository<Resource, ListFilter<Table>> {
  const on = (database: Database) => database as unknown as Kysely<Documents>;
  const documents = on(db);
  const name: StackTable = table;

  const fromRow = (row: Selectable<DocumentTable>): Resource => {
    const content = mapping.read(JSON.parse(row.document), row as Selectable<Schema[Table]>);
    const owned = { id: row.id, team: row.tenant_id, createdAt: row.created_at, updatedAt: row.updated_at };
    return withOwned<Resource>(content, owned);
  };

  const toRow = ({ resource, version }: Versioned<Resource>): Insertable<DocumentTable> => {
    const { document, columns } = mapping.write(resource);
    return {
      ...asColumns(columns),
      tenant_id: resource.team,
      id: resource.id,
      document: JSON.stringify(document),
      version,
      created_at: resource.createdAt,
      updated_at: resource.updatedAt,
    };
  };

  /** Every transaction locks rows in the same order, which prevents deadlocks. */
  const withIds = (tenantId: string, ids: readonly string[]) =>
    documents
      .selectFrom(name)
      .where('tenant_id', '=', tenantId)
      .where('id', 'in', [...new Set(ids.map(columnText))])
      .orderBy('id');

  return {
    async find(tenantId, id) {
      const query = documents
        .selectFrom(name)
        .selectAll()
        .where('tenant_id', '=', tenantId)
        .where('id', '=', id);
      const row = await lockedForTransaction(db, query).executeTakeFirst();
      return row && { resource: fromRow(row), version: row.version };
    },
    async findMany(tenantId, ids) {
      if (ids.length === 0) return new Map();
      const rows = await lockedForTransaction(db, withIds(tenantId, ids).selectAll()).execute();
      return new Map(rows.map((row) => [row.id, fromRow(row)]));
    },
    async existing(tenantId, ids) {
      if (ids.length === 0) return new Set();
      const rows = await lockedForTransaction(db, withIds(tenantId, ids).select('id')).execute();
      return new Set(rows.map((row) => row.id));
    },
    async list(tenantId, filter, limit, afterId) {
      const { rows } = await listQuery(db, table, tenantId, filter, { limit, afterId }).execute(db);
      return rows.map(fromRow);
    },
    async sizes(tenantId, filter, limit, afterId) {
      const { rows } = await sizesQuery(db, table, tenantId, filter, { limit, afterId }).execute(db);
      return rows;
    },
    insert: (stored) =>
      inTransaction(db, async (transaction) => {
        const { team, id } = stored.resource;
        await on(transaction).insertInto(name).values(toRow(stored)).execute();
        await record(transaction, [changeOf(name, 'created', team, id, stored.version)]);
      }),
    replace: (stored, readVersion) =>
      inTransaction(db, async (transaction) => {
        const { tenant_id, id, created_at, ...row } = toRow(stored);
        const kept: readonly string[] = mapping.kept ?? [];
        const changes = Object.fromEntries(Object.entries(row).filter(([column]) => !kept.includes(column)));
        const { numUpdatedRows } = await on(transaction)
          .updateTable(name)
          .set(changes as Updateable<DocumentTable>)
          .where('tenant_id', '=', tenant_id)
          .where('id', '=', id)
          .where('version', '=', readVersion)
          .executeTakeFirst();
        if (numUpdatedRows === 0n) return false;
        await record(transaction, [changeOf(name, 'updated', tenant_id, id, stored.version)]);
        return true;
      }),
    remove: (tenantId, id, readVersion) =>
      inTransaction(db, async (transaction) => {
        const { numDeletedRows } = await on(transaction)
          .deleteFrom(name)
          .where('tenant_id', '=', tenantId)
          .where('id', '=', id)
          .where('version', '=', readVersion)
          .executeTakeFirst();
        if (numDeletedRows === 0n) return false;
        await record(transaction, [changeOf(name, 'deleted', tenantId, id, readVersion)]);
        return true;
      }),
  };
}

/** The columns of a row, their texts as they are stored. */
function asColumns<Columns extends object>(columns: Columns): Columns {
  const entries = Object.entries(columns).map(([name, value]) => [
    name,
    typeof value === 'string' ? columnText(value) : value,
  ]);
  return Object.fromEntries(entries);
}

/** The mapping of a resource that is stored as a document, with these columns for lookups. */
export function lookedUpBy<Resource extends Owned, Table extends StackTable>(
  columns: (resource: Resource) => OwnColumns<Table>,
): RowMapping<Resource, Table> {
  return {
    write: (resource) => ({ document: contentOf(resource), columns: columns(resource) }),
    read: (document) => document as Content<Resource>,
  };
}
