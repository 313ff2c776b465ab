import type { Statement } from '../../../port/engine-port.ts';
import { qualifiedName, quoteName, quoteText } from '../../../port/names.ts';
import { INSERT_SECONDS } from '../../../writer/insert-seconds.ts';
import { ONE_BLOCK } from '../../../writer/one-block.ts';
import { qualifiedRelation, quoteIdentifier } from '../relations/quote-identifier.ts';
import { DELETED_COLUMN, VERSION_COLUMN } from './mapped-columns.ts';
import type { TablePlan } from './table-plan.ts';

/** Settings of every statement that reads texts of Postgres. */
export const READING = {
  ...ONE_BLOCK,
  async_insert: 0,
  precise_float_parsing: 1,
  input_format_tsv_detect_header: 0,
  input_format_tsv_empty_as_default: 0,
  input_format_null_as_default: 1,
  cast_string_to_date_time_mode: 'basic',
} as const;

/** What Postgres sends for the snapshot of a table, in a session with `SESSION_OPTIONS`. */
export function copyStatement({ relation, columns }: TablePlan, condition?: string): string {
  const list = columns.map(({ name }) => quoteIdentifier(name)).join(', ');
  const from = `${relation.isPartitioned ? '' : 'ONLY '}${qualifiedRelation(relation)}`;
  const where = condition === undefined ? '' : ` WHERE ${condition}`;
  return `COPY (SELECT ${list} FROM ${from}${where}) TO STDOUT`;
}

/**
 * Inserts the rows of `copyStatement`, as Postgres sends them.
 *
 * @param version smaller than that of all changes that follow, and greater than that of rows of an earlier copy
 */
export function snapshotInsert(plan: TablePlan, version: bigint): Statement {
  const fields = plan.columns.map(({ type, isDirect, source, value }, index) => {
    const field = fieldOf(index);
    if (isDirect) return { declared: `${field} ${type}`, value: field };
    return { declared: `${field} ${source.nullable ? 'Nullable(String)' : 'String'}`, value: value(field) };
  });
  const structure = fields.map(({ declared }) => declared).join(', ');
  const values = [...fields.map(({ value }) => value), version, 0].join(', ');
  return {
    sql: `${insertInto(plan)} ${values} FROM input(${quoteText(structure)}) FORMAT TabSeparated`,
    settings: READING,
    limits: { seconds: INSERT_SECONDS },
  };
}

/**
 * Inserts rows that consist of the texts of the columns, a version, and whether the row was deleted.
 *
 * @param marked the columns whose texts may be those of the engine; for each of them, a row has a mark at its end
 */
export function changesInsert(plan: TablePlan, marked: readonly number[]): Statement {
  const marks = marked.map((column) => `${markOf(column)} UInt8`);
  const structure = [structureOf(plan), 'version UInt64, deleted UInt8', ...marks].join(', ');
  return {
    sql: `${insertInto(plan)} ${valuesOf(plan, marked)}, version, deleted FROM input(${quoteText(structure)}) FORMAT RowBinary`,
    settings: READING,
    limits: { seconds: INSERT_SECONDS },
  };
}

function insertInto({ table, columns }: TablePlan): string {
  const names = [...columns.map(({ name }) => name), VERSION_COLUMN, DELETED_COLUMN].map(quoteName);
  return `INSERT INTO ${qualifiedName(table)} (${names.join(', ')}) SELECT`;
}

function structureOf({ columns }: TablePlan): string {
  return columns.map((_, index) => `${fieldOf(index)} Nullable(String)`).join(', ');
}

function valuesOf({ columns }: TablePlan, marked: readonly number[]): string {
  return columns
    .map(({ value, type }, index) => {
      const field = fieldOf(index);
      if (!marked.includes(index)) return value(field);
      // Each of both conversions gets nulls where the text belongs to the other one.
      const isStored = `${markOf(index)} = 1`;
      return `if(${isStored}, ${storedValue(`if(${isStored}, ${field}, NULL)`, type)}, ${value(`if(${isStored}, NULL, ${field})`)})`;
    })
    .join(', ');
}

/** A value from the text that the engine prints for it. */
function storedValue(text: string, type: string): string {
  if (type.startsWith('Array(')) return `CAST(ifNull(${text}, '[]'), ${quoteText(type)})`;
  const nullable = type.startsWith('Nullable(') ? type : `Nullable(${type})`;
  const value = `CAST(${text}, ${quoteText(nullable)})`;
  return type === nullable ? value : `ifNull(${value}, defaultValueOfTypeName(${quoteText(type)}))`;
}

function markOf(column: number): string {
  return `s${column}`;
}

/** Names of fields cannot be names of columns: those may have any characters. */
export function fieldOf(index: number): string {
  return `f${index}`;
}
