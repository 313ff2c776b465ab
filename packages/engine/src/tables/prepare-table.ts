import type { PipeDeliveryGuarantee } from '@penstock/contract';
import type { CheckedDestination } from '../compile/checked-destination.ts';
import { tablesOf } from '../compile/destination-plan.ts';
import { PipeError, type TenantPipe } from '../pipe-runtime.ts';
import { EngineError } from '../port/engine-error.ts';
import type { EnginePort, TableName } from '../port/engine-port.ts';
import { qualifiedName } from '../port/names.ts';
import { changeColumns } from './change-columns.ts';
import { differingColumns, differingDefinition } from './compare-table.ts';
import { type ExistingTable, findTable, recognizesRepetition } from './existing-table.ts';
import {
  commentOf,
  createDatabase,
  createErrorsTable,
  createTable,
  setWindow,
  storageOf,
} from './table-statements.ts';

/**
 * Creates the table of a pipe and the one of its rejected rows, or checks that the existing table fits. A pipe changes only
 * columns of a table that it created itself. Returns how often a row may arrive in the table.
 *
 * @throws PipeError if the table does not fit
 */
export async function prepareTable(
  engine: EnginePort,
  pipe: TenantPipe,
  checked: CheckedDestination,
): Promise<PipeDeliveryGuarantee> {
  const { table, errorsTable } = tablesOf(pipe);
  const { managedTable, tableDefinition } = pipe.definition.destination;
  const storage = storageOf(engine);
  const isManaged = managedTable !== false && tableDefinition !== undefined;
  if (isManaged) {
    await engine.command(createDatabase(table, storage));
    await engine.command(createTable(table, pipe.id, tableDefinition, checked, storage));
  }
  const existing = await findTable(engine, table);
  if (existing === undefined) throw missingTable(table);
  const isOwn = isManaged && existing.comment === commentOf(pipe.id);
  rejectConflicts(table, [
    ...(isManaged ? differingDefinition(tableDefinition, checked, existing) : []),
    ...(isOwn ? [] : differingColumns(checked.columns, existing)),
  ]);
  if (isOwn) await changeColumns(engine, table, checked.columns, existing);
  await engine.command(createErrorsTable(errorsTable, storage));
  return arrangeWindow(engine, table, existing);
}

export function missingTable(table: TableName): PipeError {
  return new PipeError(
    'destination_failed',
    `The table ${qualifiedName(table)} does not exist. Create it, or set managedTable to true.`,
  );
}

const MOST_PRINTED = 5;

export function rejectConflicts(table: TableName, conflicts: readonly string[]): void {
  if (conflicts.length === 0) return;
  const printed = conflicts.slice(0, MOST_PRINTED).join('; ');
  const more = conflicts.length > MOST_PRINTED ? `; and ${conflicts.length - MOST_PRINTED} more` : '';
  throw new PipeError(
    'schema_mismatch',
    `The table ${qualifiedName(table)} exists and does not fit the pipe: ${printed}${more}. Change the destination of the pipe, or the table.`,
  );
}

/** Lets the table recognize repeated batches if it can, and returns whether it does. */
async function arrangeWindow(
  engine: EnginePort,
  table: TableName,
  existing: ExistingTable,
): Promise<PipeDeliveryGuarantee> {
  const recognizes = recognizesRepetition(existing);
  if (recognizes === true) return 'exactly_once';
  if (recognizes === undefined || /^(Replicated|Shared)/.test(existing.engine)) return 'at_least_once';
  try {
    await engine.command(setWindow(table, storageOf(engine)));
    return 'exactly_once';
  } catch (error) {
    if (error instanceof EngineError) return 'at_least_once';
    throw error;
  }
}
