import type { Insertable, Kysely, Selectable, Updateable } from 'kysely';
import { columnText } from '../../storage/column-text.ts';
import type { Database } from '../../storage/database.ts';
import { heldStill } from '../../storage/dialects.ts';
import { type ChangeEvent, record } from '../../storage/outbox.ts';
import type { DocumentTable, Schema, StackTable } from '../../storage/schema.ts';
import { inTransaction } from '../../storage/transaction.ts';
import { present } from './present.ts';
import { type Content, contentOf, type Owned, type Versioned, withOwned } from './resource.ts';

/**
 * The queries that all resources of the stack have in common. Everything belongs to a tenant. Every change is written
 * down in the outbox, in the same transaction. What is read in a transaction stays as it is until the end of it.
 */
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

const EVENT_NAMES = {
  dashboards: 'dashboard',
  alerts: 'alert',
  sources: 'source',
  webhooks: 'webhook',
  saved_searches: 'saved_search',
} as const satisfies Record<StackTable, string>;

/** What the outbox says of a change of a resource. */
export function changeOf(
  table: StackTable,
  change: 'created' | 'updated' | 'deleted',
  tenantId: string,
  subject: string,
  version: number | null,
): ChangeEvent {
  return { kind: `${EVENT_NAMES[table]}.${change}`, tenantId, subject, payload: { version } };
}

// Kysely cannot know the columns of a table that is a type parameter; these are the ones that all of them have.
type Documents = Record<StackTable, DocumentTable>;

export function documentRepository<Resource extends Owned, Table extends StackTable>(
  db: Database,
  table: Table,
  mapping: RowMapping<Resource, Table>,
): DocumentRepository<Resource, Partial<OwnColumns<Table>>> {
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

  return {
    async find(tenantId, id) {
      const query = documents
        .selectFrom(name)
        .selectAll()
        .where('tenant_id', '=', tenantId)
        .where('id', '=', id);
      const row = await heldStill(db, query).executeTakeFirst();
      return row && { resource: fromRow(row), version: row.version };
    },
    async existing(tenantId, ids) {
      if (ids.length === 0) return new Set();
      const query = documents
        .selectFrom(name)
        .select('id')
        .where('tenant_id', '=', tenantId)
        .where('id', 'in', [...new Set(ids.map(columnText))])
        // Everybody locks rows in the same order, so that nobody waits in a circle.
        .orderBy('id');
      const rows = await heldStill(db, query).execute();
      return new Set(rows.map((row) => row.id));
    },
    async list(tenantId, filter, limit, afterId) {
      // Ids are time-ordered, so their order is the order of creation and a page costs the same wherever it begins.
      let query = documents.selectFrom(name).selectAll().where('tenant_id', '=', tenantId);
      query = query.where((expression) => expression.and(asColumns(present(filter))));
      if (afterId !== undefined) query = query.where('id', '>', afterId);
      const rows = await query.orderBy('id').limit(limit).execute();
      return rows.map(fromRow);
    },
    insert: (stored) =>
      inTransaction(db, async (transaction) => {
        const { team, id } = stored.resource;
        await on(transaction).insertInto(name).values(toRow(stored)).execute();
        await record(transaction, [changeOf(name, 'created', team, id, stored.version)]);
      }),
    replace: (stored, readVersion) =>
      inTransaction(db, async (transaction) => {
        const { tenant_id, id, created_at, ...changes } = toRow(stored);
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

/** The columns of a row, their texts as columns hold them. */
function asColumns<Columns extends object>(columns: Columns): Columns {
  const entries = Object.entries(columns).map(([name, value]) => [
    name,
    typeof value === 'string' ? columnText(value) : value,
  ]);
  return Object.fromEntries(entries);
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
