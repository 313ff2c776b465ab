import type { CheckedColumn } from '../../../compile/checked-destination.ts';
import type { EnginePort } from '../../../port/engine-port.ts';
import { differingColumns, differingDefinition } from '../../../tables/compare-table.ts';
import { findTable } from '../../../tables/existing-table.ts';
import { missingTable, rejectConflicts } from '../../../tables/prepare-table.ts';
import {
  commentOf,
  createDatabase,
  createTable,
  storageOf,
  type TableShape,
} from '../../../tables/table-statements.ts';
import { DELETED_COLUMN, VERSION_COLUMN } from './mapped-columns.ts';
import { changePlannedColumns } from './planned-columns.ts';
import type { TablePlan } from './table-plan.ts';

/**
 * Creates the table of a plan, or checks that the existing one fits. A pipe changes only columns of a table that it created itself.
 *
 * @throws PipeError if the table does not fit
 */
export async function preparePlannedTable(
  engine: EnginePort,
  pipeId: string,
  plan: TablePlan,
): Promise<void> {
  const { table } = plan;
  const shape = shapeOf(plan);
  const columns = columnsOf(plan);
  const storage = storageOf(engine);
  await engine.command(createDatabase(table, storage));
  await engine.command(createTable(table, pipeId, shape, { columns }, storage));
  const existing = await findTable(engine, table);
  if (existing === undefined) throw missingTable(table);
  const isOwn = existing.comment === commentOf(pipeId);
  rejectConflicts(table, [
    ...differingDefinition(shape, { columns }, existing),
    ...(isOwn ? [] : differingColumns(columns, existing)),
  ]);
  if (isOwn) await changePlannedColumns(engine, table, columns, existing);
}

function shapeOf({ engine, sortingKey }: TablePlan): TableShape {
  if (engine !== 'ReplacingMergeTree') return { engine: { type: engine }, sortingKey };
  return {
    engine: { type: engine, versionColumnId: VERSION_COLUMN, deletedColumnId: DELETED_COLUMN },
    sortingKey,
  };
}

/** All columns of the table, also those that the pipe adds. */
function columnsOf({ columns }: TablePlan): CheckedColumn[] {
  return [...columns, { name: VERSION_COLUMN, type: 'UInt64' }, { name: DELETED_COLUMN, type: 'UInt8' }];
}
