import type { RelationName } from './relation.ts';

/** A name as an identifier of a statement for Postgres, whatever its characters are. */
export function quoteIdentifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

export function qualifiedRelation({ schema, table }: RelationName): string {
  return `${quoteIdentifier(schema)}.${quoteIdentifier(table)}`;
}
