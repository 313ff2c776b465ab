import type { ClientBase } from 'pg';
import type { ColumnType } from './relation.ts';

/** A type of the catalog. */
interface CatalogType {
  readonly oid: number;
  /** `d` for a domain. */
  readonly kind: string;
  /** What a domain is based on, with its modifier and its dimensions. */
  readonly base: number;
  readonly baseModifier: number;
  readonly baseDimensions: number;
  /** The type of the elements of an array; 0 for other types. */
  readonly element: number;
  readonly delimiter: string;
}

export type CatalogTypes = ReadonlyMap<number, CatalogType>;

/** A declared type of a column. */
interface DeclaredType {
  readonly oid: number;
  readonly modifier: number;
  readonly dimensions: number;
  readonly printed: string;
}

/** Types such as `point` and `int2vector` have elements and are no arrays. */
const TYPES_SQL = `
  WITH RECURSIVE known AS (
    SELECT t.oid FROM pg_catalog.pg_type t WHERE t.oid = ANY($1::oid[])
    UNION
    SELECT next.oid FROM known
      JOIN pg_catalog.pg_type t ON t.oid = known.oid
      JOIN pg_catalog.pg_type next ON next.oid IN (t.typbasetype, t.typelem)
  )
  SELECT t.oid::int8::text AS oid, t.typtype AS kind, t.typbasetype::int8::text AS base, t.typtypmod AS "baseModifier",
    t.typndims AS "baseDimensions",
    CASE WHEN e.typarray = t.oid THEN e.oid ELSE 0 END::int8::text AS element,
    COALESCE(e.typdelim, ',') AS delimiter
  FROM known JOIN pg_catalog.pg_type t USING (oid) LEFT JOIN pg_catalog.pg_type e ON e.oid = t.typelem`;

/** The types with these numbers, and those that they consist of. */
export async function readTypes(client: ClientBase, oids: readonly number[]): Promise<CatalogTypes> {
  const { rows } = await client.query<Record<keyof CatalogType, string | number>>(TYPES_SQL, [
    [...new Set(oids)],
  ]);
  return new Map(
    rows.map((row) => [
      Number(row.oid),
      {
        oid: Number(row.oid),
        kind: String(row.kind),
        base: Number(row.base),
        baseModifier: Number(row.baseModifier),
        baseDimensions: Number(row.baseDimensions),
        element: Number(row.element),
        delimiter: String(row.delimiter),
      },
    ]),
  );
}

/** The type without its domains and its array. A type that the catalog no longer has stays as it is. */
export function resolveType(types: CatalogTypes, declared: DeclaredType): ColumnType {
  const type = types.get(declared.oid);
  if (type?.kind === 'd')
    return resolveType(types, {
      oid: type.base,
      modifier: type.baseModifier,
      dimensions: type.baseDimensions,
      printed: declared.printed,
    });
  if (type === undefined || type.element === 0)
    return {
      oid: declared.oid,
      modifier: declared.modifier,
      dimensions: 0,
      delimiter: ',',
      printed: declared.printed,
    };
  const element = resolveType(types, { ...declared, oid: type.element, dimensions: 0 });
  // An array of a domain over an array prints its elements as texts.
  if (element.dimensions > 0)
    return { ...element, oid: 0, dimensions: Math.max(declared.dimensions, 1), delimiter: type.delimiter };
  return { ...element, dimensions: Math.max(declared.dimensions, 1), delimiter: type.delimiter };
}
