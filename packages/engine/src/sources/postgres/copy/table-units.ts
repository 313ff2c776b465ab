import type { Client } from 'pg';
import type { UnitProgress } from '../progress.ts';
import { estimateRows } from '../relations/read-relations.ts';
import type { Relation } from '../relations/relation.ts';

/** The files of a table, which its rows are read from by their position. */
export interface TableLayout {
  /** Changes when the table is rewritten, so that its rows have other positions. */
  readonly files: string;
  /** The pages of the largest partition, or of the table. */
  readonly pages: number;
  readonly estimatedRows: number;
  /** Whether some values are stored apart. */
  readonly hasToast: boolean;
}

export async function readLayout(client: Client, relation: Relation): Promise<TableLayout> {
  const { rows } = await client.query<{ files: string; pages: number; hasToast: boolean }>(
    `SELECT coalesce(md5(string_agg(c.oid || ':' || pg_relation_filenode(c.oid), ',' ORDER BY c.oid)), '') AS files,
      coalesce(max(pg_relation_size(c.oid)), 0)::float8 / current_setting('block_size')::int AS pages,
      coalesce(bool_or(coalesce(pg_relation_size(nullif(c.reltoastrelid, 0)), 0) > 0), false) AS "hasToast"
      FROM pg_catalog.pg_class c
      WHERE c.relkind = 'r' AND c.oid IN (SELECT $1::oid UNION SELECT relid FROM pg_partition_tree($1::oid::regclass))`,
    [relation.oid],
  );
  const { files = '', pages = 0, hasToast = false } = rows[0] ?? {};
  return { files, pages, hasToast, estimatedRows: await estimateRows(client, relation) };
}

/** The units of a copy that begins. */
export function unitsOf({ files, pages, estimatedRows }: TableLayout, rowsPerUnit: number): UnitProgress {
  const count = Math.max(1, Math.min(Math.ceil(estimatedRows / rowsPerUnit), pages));
  const perUnit = Math.max(1, Math.ceil(pages / count));
  return { files, pages: perUnit, count: Math.max(1, Math.ceil(pages / perUnit)), next: 0, ahead: [] };
}

/** The units that are not copied, in their order. */
export function openUnits({ count, next, ahead }: UnitProgress): number[] {
  const copied = new Set(ahead);
  return Array.from({ length: count - next }, (_, index) => next + index).filter((unit) => !copied.has(unit));
}

export function withUnit(units: UnitProgress, unit: number): UnitProgress {
  const ahead = new Set([...units.ahead, unit]);
  let { next } = units;
  while (ahead.delete(next)) next += 1;
  return { ...units, next, ahead: [...ahead] };
}

/** The rows of a unit, as a condition. The last one has no end: the table may have grown. */
export function conditionOf({ pages, count }: UnitProgress, unit: number): string | undefined {
  const from = unit === 0 ? [] : [`ctid >= '(${unit * pages},0)'::tid`];
  const to = unit === count - 1 ? [] : [`ctid < '(${(unit + 1) * pages},0)'::tid`];
  const conditions = [...from, ...to];
  return conditions.length === 0 ? undefined : conditions.join(' AND ');
}
