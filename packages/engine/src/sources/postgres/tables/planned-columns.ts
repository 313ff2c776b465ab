import type { CheckedColumn } from '../../../compile/checked-destination.ts';
import type { EnginePort, TableName } from '../../../port/engine-port.ts';
import { changeColumns } from '../../../tables/change-columns.ts';
import type { ExistingTable } from '../../../tables/existing-table.ts';
import { rejectConflicts } from '../../../tables/prepare-table.ts';
import { covers } from './wider-types.ts';

/**
 * Adds columns to a table that the pipe created, and changes types to wider ones. A wider type stays.
 *
 * @throws PipeError for any other change
 */
export async function changePlannedColumns(
  engine: EnginePort,
  table: TableName,
  columns: readonly CheckedColumn[],
  existing: ExistingTable,
): Promise<void> {
  const typeOf = ({ name }: CheckedColumn) => existing.columns.get(name)?.type;
  const changed = columns.filter((column) => !covers(typeOf(column), column.type));
  rejectConflicts(
    table,
    changed
      .filter((column) => typeOf(column) !== undefined && !covers(column.type, typeOf(column)))
      .map(
        (column) =>
          `its column ${column.name} has the type ${typeOf(column)}, which cannot become ${column.type}`,
      ),
  );
  await changeColumns(engine, table, changed, existing);
}
