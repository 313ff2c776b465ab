import { type RawBuilder, type Selectable, sql } from 'kysely';
import { columnRange, columnText } from '../../storage/column-text.ts';
import type { Database } from '../../storage/database.ts';
import { idOfNamed } from '../../storage/dialects.ts';
import type { DocumentTable, Schema, StackTable, TaggedTable } from '../../storage/schema.ts';
import type { ItemSize } from './page-bytes.ts';

/** The filters of a list; several all apply. */
export interface ListFilter<Table extends StackTable> {
  /** The values of columns; undefined ones do not filter. */
  readonly columns?: { readonly [Column in keyof Selectable<Schema[Table]>]?: string | undefined };
  /** The beginning of the name, for tables with a column for it. */
  readonly name?: string | undefined;
  /** For tables with tags. */
  readonly tag?: string | undefined;
}

/** The part of a list to read: at most `limit` resources, after the resource `afterId` if it is given. */
export interface ListPart {
  readonly limit: number;
  readonly afterId: string | undefined;
}

const TAGS = { dashboards: 'dashboard_tags', saved_searches: 'saved_search_tags' } as const;

/** Selects the ids and the stored sizes of a page of a table, which the database knows without reading the documents. */
export function sizesQuery<Table extends StackTable>(
  db: Database,
  table: Table,
  tenantId: string,
  filter: ListFilter<Table>,
  part: ListPart,
): RawBuilder<ItemSize> {
  const size = sql`d.id, octet_length(d.document) as bytes`;
  return pageQuery(db, table, size, tenantId, filter, part) as RawBuilder<ItemSize>;
}

/** Selects a page of a table. */
export function listQuery<Table extends StackTable>(
  db: Database,
  table: Table,
  tenantId: string,
  filter: ListFilter<Table>,
  part: ListPart,
): RawBuilder<Selectable<DocumentTable>> {
  const all = sql`d.*`;
  return pageQuery(db, table, all, tenantId, filter, part) as RawBuilder<Selectable<DocumentTable>>;
}

/**
 * Ids are time-ordered, so this is the order of creation. A page is read in this order by an index,
 * and every page costs the same; only by the beginning of a name, it costs as much as there are such names.
 */
function pageQuery<Table extends StackTable>(
  db: Database,
  table: Table,
  selected: RawBuilder<unknown>,
  tenantId: string,
  { columns = {}, name, tag }: ListFilter<Table>,
  { limit, afterId }: ListPart,
): RawBuilder<unknown> {
  const tags = tag === undefined ? undefined : TAGS[table as TaggedTable];
  const first =
    tags === undefined
      ? { tenant: 'd.tenant_id', id: 'd.id' }
      : { tenant: 't.tenant_id', id: 't.resource_id' };
  const id = name !== undefined && tags === undefined ? idOfNamed(db, first.id) : sql.ref(first.id);
  const equal = Object.entries({ [first.tenant]: tenantId, ...columns, ...(tags && { tag }) });
  const conditions = [
    ...equal.flatMap(([column, value]) =>
      value === undefined ? [] : [sql`${sql.ref(column)} = ${columnText(value)}`],
    ),
    ...(name === undefined ? [] : [startsWith(name)]),
    ...(afterId === undefined ? [] : [sql`${id} > ${afterId}`]),
  ];
  const join =
    tags && sql`join ${sql.table(tags)} as t on t.tenant_id = d.tenant_id and t.resource_id = d.id`;
  return sql`
    select ${selected} from ${sql.table(table)} as d ${join ?? sql``}
    where ${sql.join(conditions, sql` and `)} order by ${id} limit ${limit}
  `;
}

/** A range instead of LIKE: names may contain the wildcards of LIKE, and a range uses the index. */
function startsWith(name: string) {
  const { first, end } = columnRange(name);
  return sql`name >= ${first} and name < ${end}`;
}
