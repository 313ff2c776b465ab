import type { PipeDefinition } from '../../../pipe.ts';
import type { Relation, RelationColumn } from '../relations/relation.ts';

export type PostgresSource = NonNullable<PipeDefinition['source']['postgres']>;
export type TableMapping = PostgresSource['tableMappings'][number];

/** The version of a row: the position of its change in the log. Rows of a copy have one that every change replaces. */
export const VERSION_COLUMN = '_version';
/** 1 for a row that was deleted. */
export const DELETED_COLUMN = '_is_deleted';

export function copiedColumns(
  { columns }: Relation,
  { excludedColumns }: Pick<TableMapping, 'excludedColumns'>,
): RelationColumn[] {
  return columns.filter(({ name }) => !excludedColumns.includes(name));
}

/** The columns that identify a row: the primary key, or the index of the replica identity, or all columns that are copied. */
export function identifyingColumns(relation: Relation, mapping: TableMapping): readonly string[] {
  if (relation.primaryKey.length > 0) return relation.primaryKey;
  if (relation.replicaIdentity.kind === 'index') return relation.replicaIdentity.columns;
  return copiedColumns(relation, mapping).map(({ name }) => name);
}
