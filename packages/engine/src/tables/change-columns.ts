import type { CheckedColumn } from '../compile/checked-destination.ts';
import { PipeError } from '../pipe-runtime.ts';
import { EngineError } from '../port/engine-error.ts';
import type { EnginePort, TableName } from '../port/engine-port.ts';
import { qualifiedName, quoteName, quoteText } from '../port/names.ts';
import type { ExistingTable } from './existing-table.ts';
import { alterTable, storageOf } from './table-statements.ts';

/**
 * Adds the columns that the table does not have, and changes the types of those that have another one. Columns that the pipe no
 * longer fills stay, with their values.
 *
 * @throws PipeError if stored values do not fit a new type, or the engine cannot change the column
 */
export async function changeColumns(
  engine: EnginePort,
  table: TableName,
  columns: readonly CheckedColumn[],
  existing: ExistingTable,
): Promise<void> {
  const added = columns.filter(({ name }) => !existing.columns.has(name));
  const changed = columns.filter(({ name, type }) => (existing.columns.get(name)?.type ?? type) !== type);
  if (added.length + changed.length === 0) return;
  await rejectUnconvertible(engine, table, changed);
  const changes = [
    ...added.map((column) => `ADD COLUMN IF NOT EXISTS ${declared(column)}${defaultOf(column)}`),
    ...changed.map((column) => `MODIFY COLUMN ${declared(column)}`),
  ];
  await engine
    .command(alterTable(table, changes, storageOf(engine)))
    .catch((error: unknown) => rejectChange(table, error));
}

function declared({ name, type }: CheckedColumn): string {
  return `${quoteName(name)} ${type}`;
}

function defaultOf({ earlierValue }: CheckedColumn): string {
  return earlierValue === undefined ? '' : ` DEFAULT ${earlierValue}`;
}

/** A change that fails after it began would block the table, so stored values are converted before it. */
async function rejectUnconvertible(
  engine: EnginePort,
  table: TableName,
  changed: readonly CheckedColumn[],
): Promise<void> {
  if (changed.length === 0) return;
  const counts = changed.map(({ name, type }, index) => {
    const column = quoteName(name);
    return `countIf(isNotNull(${column}) AND isNull(accurateCastOrNull(${column}, ${quoteText(type)}))) AS n${index}`;
  });
  const sql = `SELECT ${counts.join(', ')} FROM ${qualifiedName(table)}`;
  const { rows } = await engine
    .query({ sql, limits: { readonly: true, seconds: 3_600 } })
    .catch((error: unknown) => rejectChange(table, error));
  const row = rows<Record<string, string | number>>()[0] ?? {};
  const unconvertible = changed.find((_, index) => Number(row[`n${index}`]) > 0);
  if (unconvertible === undefined) return;
  throw new PipeError(
    'schema_mismatch',
    `The column ${unconvertible.name} of the table ${qualifiedName(table)} cannot become ${unconvertible.type}: stored values do not fit. Use another column, or change the values.`,
  );
}

function rejectChange(table: TableName, error: unknown): never {
  if (!(error instanceof EngineError)) throw error;
  throw new PipeError(
    'schema_mismatch',
    `The columns of the table ${qualifiedName(table)} cannot be changed as the pipe requires. ${error.message}. Use other columns, or another table.`,
    { cause: error },
  );
}
