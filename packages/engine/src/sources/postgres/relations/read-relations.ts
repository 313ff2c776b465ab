import type { ClientBase } from 'pg';
import { type CatalogTypes, readTypes, resolveType } from './column-types.ts';
import { qualifiedRelation } from './quote-identifier.ts';
import type { Relation, RelationColumn, RelationName, ReplicaIdentity } from './relation.ts';

interface RelationRow {
  readonly position: number;
  readonly oid: string;
  readonly schema: string;
  readonly table: string;
  readonly kind: string;
  readonly identity: string;
  readonly columns: readonly ColumnRow[];
  readonly primaryKey: readonly string[] | null;
  readonly identityIndex: readonly string[] | null;
}

interface ColumnRow {
  readonly number: number;
  readonly name: string;
  readonly type: number;
  readonly modifier: number;
  readonly dimensions: number;
  readonly printed: string;
  readonly notNull: boolean;
  /** Postgres stores a default that it does not write into each row as an array of one element. */
  readonly earlier: string | null;
}

/** A deferrable key identifies no rows for replication. */
const keyColumns = (condition: string) => `
  (SELECT json_agg(a.attname ORDER BY k.position)
    FROM pg_catalog.pg_index i
    CROSS JOIN LATERAL unnest(i.indkey::int2[]) WITH ORDINALITY AS k(number, position)
    JOIN pg_catalog.pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = k.number
    WHERE i.indrelid = c.oid AND k.position <= i.indnkeyatts AND ${condition})`;

const RELATIONS_SQL = `
  SELECT wanted.position::int AS position, c.oid::int8::text AS oid, n.nspname AS schema, c.relname AS table,
    c.relkind AS kind, c.relreplident AS identity,
    (SELECT COALESCE(json_agg(json_build_object('number', a.attnum, 'name', a.attname, 'type', a.atttypid::int8,
        'modifier', a.atttypmod, 'dimensions', a.attndims, 'printed', format_type(a.atttypid, a.atttypmod),
        'notNull', a.attnotnull, 'earlier', (a.attmissingval::text::text[])[1]) ORDER BY a.attnum), '[]')
      FROM pg_catalog.pg_attribute a
      WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '') AS columns,
    ${keyColumns('i.indisprimary AND i.indimmediate')} AS "primaryKey",
    ${keyColumns('i.indisreplident')} AS "identityIndex"
  FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS wanted(schema, name, position)
    JOIN pg_catalog.pg_namespace n ON n.nspname = wanted.schema
    JOIN pg_catalog.pg_class c ON c.relnamespace = n.oid AND c.relname = wanted.name AND c.relkind IN ('r', 'p')
  ORDER BY wanted.position`;

/** The tables with these names, in the same order; undefined for one that does not exist. Views are no tables. */
export async function readRelations(
  client: ClientBase,
  names: readonly RelationName[],
): Promise<(Relation | undefined)[]> {
  const { rows } = await client.query<RelationRow>(RELATIONS_SQL, [
    names.map(({ schema }) => schema),
    names.map(({ table }) => table),
  ]);
  const types = await readTypes(
    client,
    rows.flatMap(({ columns }) => columns.map(({ type }) => type)),
  );
  const relations = new Map(rows.map((row) => [row.position, relationOf(row, types)]));
  return names.map((_, index) => relations.get(index + 1));
}

function relationOf(row: RelationRow, types: CatalogTypes): Relation {
  const columns = row.columns.map((column) => columnOf(column, types));
  const primaryKey = row.primaryKey ?? [];
  return {
    oid: Number(row.oid),
    schema: row.schema,
    table: row.table,
    isPartitioned: row.kind === 'p',
    columns,
    primaryKey,
    replicaIdentity: identityOf(row, columns, primaryKey),
  };
}

function columnOf(row: ColumnRow, types: CatalogTypes): RelationColumn {
  const { modifier, dimensions, printed } = row;
  return {
    number: row.number,
    name: row.name,
    type: resolveType(types, { oid: row.type, modifier, dimensions, printed }),
    declared: { type: row.type, modifier },
    nullable: !row.notNull,
    ...(row.earlier !== null && { earlierText: row.earlier }),
  };
}

function identityOf(
  { identity, identityIndex }: RelationRow,
  columns: readonly RelationColumn[],
  primaryKey: readonly string[],
): ReplicaIdentity {
  if (identity === 'f') return { kind: 'full', columns: columns.map(({ name }) => name) };
  if (identity === 'i') return { kind: 'index', columns: identityIndex ?? [] };
  if (identity === 'n') return { kind: 'nothing', columns: [] };
  return { kind: 'default', columns: primaryKey };
}

/** The number of rows of a table, as Postgres estimates it from its size. */
export async function estimateRows(client: ClientBase, name: RelationName): Promise<number> {
  const { rows } = await client.query<{ 'QUERY PLAN': readonly [{ Plan: { 'Plan Rows': number } }] }>(
    `EXPLAIN (FORMAT JSON) SELECT FROM ${qualifiedRelation(name)}`,
  );
  return rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0;
}
