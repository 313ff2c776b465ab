import type { CheckedColumn } from '../../../compile/checked-destination.ts';
import { PipeError } from '../../../pipe-runtime.ts';
import type { TableName } from '../../../port/engine-port.ts';
import { quoteText } from '../../../port/names.ts';
import type { Relation, RelationColumn } from '../relations/relation.ts';
import { conversionOf } from '../types/column-conversion.ts';
import {
  copiedColumns,
  identifyingColumns,
  type PostgresSource,
  type TableMapping,
} from './mapped-columns.ts';
import { mappingProblems } from './mapping-problems.ts';

export type PlanSettings = Pick<PostgresSource['settings'], 'replicationMode' | 'allowNullableColumns'>;

/** How the rows of a table of Postgres get into a table of the engine. */
export interface TablePlan {
  readonly relation: Relation;
  readonly mapping: TableMapping;
  readonly settings: PlanSettings;
  readonly table: TableName;
  readonly engine: 'ReplacingMergeTree' | 'MergeTree' | 'Null';
  readonly columns: readonly PlannedColumn[];
  /** Identifies a row in the destination: all columns of the primary key are in it. */
  readonly sortingKey: readonly string[];
}

/** A column of both tables. */
export interface PlannedColumn extends CheckedColumn {
  readonly source: RelationColumn;
  /** The value, from an expression for the text that Postgres prints, of the type `Nullable(String)`. */
  readonly value: (text: string) => string;
  /** Whether the engine reads all texts of the column as its type. */
  readonly isDirect: boolean;
}

/**
 * Plans the table of a mapping.
 *
 * @param database the name of the database in the engine, with the prefix of the service
 * @throws PipeError if the table cannot be replicated, with all reasons
 */
export function planTable(
  relation: Relation,
  mapping: TableMapping,
  database: string,
  settings: PlanSettings,
): TablePlan {
  const problems = mappingProblems(relation, mapping, settings.replicationMode !== 'snapshot');
  if (problems.length > 0)
    throw new PipeError(
      'schema_mismatch',
      `The table ${relation.schema}.${relation.table} cannot be copied: ${problems.join('; ')}.`,
    );
  const sortingKey = sortingKeyOf(relation, mapping);
  const columns = copiedColumns(relation, mapping).map((source) =>
    plannedColumn(source, settings.allowNullableColumns && !sortingKey.includes(source.name)),
  );
  return {
    relation,
    mapping,
    settings,
    table: { database, table: mapping.targetTable },
    engine: engineOf(mapping),
    columns,
    sortingKey,
  };
}

function plannedColumn(source: RelationColumn, keepsNulls: boolean): PlannedColumn {
  const conversion = conversionOf(source, keepsNulls);
  const { name, earlierText } = source;
  if (earlierText === undefined) return { source, name, ...conversion };
  return { source, name, ...conversion, earlierValue: conversion.value(quoteText(earlierText)) };
}

/** Rows are replaced by their sorting key, so the columns that identify a row follow the custom ones. */
function sortingKeyOf(relation: Relation, mapping: TableMapping): string[] {
  const custom = mapping.useCustomSortingKey ? mapping.sortingKeys : [];
  return [...new Set([...custom, ...identifyingColumns(relation, mapping)])];
}

function engineOf({ tableEngine }: TableMapping): TablePlan['engine'] {
  if (tableEngine === 'MergeTree') return 'MergeTree';
  return tableEngine === 'Null' ? 'Null' : 'ReplacingMergeTree';
}
