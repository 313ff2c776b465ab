import type { Relation } from '../relations/relation.ts';
import {
  copiedColumns,
  DELETED_COLUMN,
  identifyingColumns,
  type TableMapping,
  VERSION_COLUMN,
} from './mapped-columns.ts';

/** Why a table cannot be copied as a mapping requires, and what to do; clauses for one sentence. */
export function mappingProblems(relation: Relation, mapping: TableMapping, needsChanges: boolean): string[] {
  const known = new Set(relation.columns.map(({ name }) => name));
  const missing = [...mapping.excludedColumns, ...mapping.sortingKeys].filter((name) => !known.has(name));
  const reserved = copiedColumns(relation, mapping)
    .map(({ name }) => name)
    .filter((name) => name === VERSION_COLUMN || name === DELETED_COLUMN);
  const keys = [...mapping.sortingKeys, ...identifyingColumns(relation, mapping)];
  const excludedKeys = new Set(keys.filter((name) => mapping.excludedColumns.includes(name)));
  return [
    ...[...new Set(missing)].map(
      (name) => `it has no column ${name} that could be copied; remove it from the mapping`,
    ),
    ...reserved.map((name) => `the pipe has a column ${name} of its own; rename it, or exclude it`),
    ...[...excludedKeys].map((name) => `the column ${name} identifies its rows; do not exclude it`),
    ...(copiedColumns(relation, mapping).length === 0 ? ['no column is left; exclude fewer'] : []),
    ...(needsChanges && missing.length === 0 ? identityProblems(relation, mapping) : []),
  ];
}

/** A change is only of use if it contains the previous values of the sorting key. */
function identityProblems(relation: Relation, mapping: TableMapping): string[] {
  const { kind, columns } = relation.replicaIdentity;
  const full = `ALTER TABLE ${relation.schema}.${relation.table} REPLICA IDENTITY FULL`;
  if (kind === 'full') return [];
  if (columns.length === 0)
    return [
      `it has no ${kind === 'default' ? 'primary key' : 'replica identity'}, so Postgres does not report which row was changed; add a primary key, or run ${full}`,
    ];
  const needed = [
    ...(mapping.useCustomSortingKey ? mapping.sortingKeys : []),
    ...identifyingColumns(relation, mapping),
  ];
  const absent = [...new Set(needed.filter((name) => !columns.includes(name)))];
  if (absent.length === 0) return [];
  return [
    `Postgres does not report the previous value of ${absent.join(', ')}, which the destination is sorted by; use other sorting keys, or run ${full}`,
  ];
}
