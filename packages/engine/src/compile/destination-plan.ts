import type { TenantPipe } from '../pipe-runtime.ts';
import type { SettingValue, TableName } from '../port/engine-port.ts';
import { qualifiedName, quoteName, quoteText } from '../port/names.ts';
import { ERRORS_SUFFIX } from './check-names.ts';
import type { CheckedColumn } from './checked-destination.ts';
import { insertSettings } from './insert-settings.ts';
import {
  type Conversion,
  columnExpressions,
  conversionsOf,
  sourceFields,
  structureOf,
} from './source-fields.ts';

/** How the rows of a pipe get into a table. Everything in it is checked and quoted. */
export interface DestinationPlan {
  readonly table: TableName;
  /** Rows that do not fit (D-74). */
  readonly errorsTable: TableName;
  readonly columns: readonly CheckedColumn[];
  /** The fields of a source row with the types that the engine reads them as: `"orderId" UInt64, "name" String`. */
  readonly structure: string;
  /** The names of the fields in `structure`, in its order. */
  readonly fields: readonly string[];
  /** The types of `fields`, in the same order. */
  readonly fieldTypes: readonly string[];
  /** The fields that are read with another type than their column has. */
  readonly conversions: readonly Conversion[];
  /** `INSERT INTO "db"."table" (…) SELECT … FROM`, to be followed by a table function with `structure`. */
  readonly insertFrom: string;
  /** The same into no table: it fails for rows that do not fit. */
  readonly checkFrom: string;
  /** Settings of every insert: one block in a fixed order, formats of dates, defaults of absent fields. */
  readonly settings: Readonly<Record<string, SettingValue>>;
}

export function compileDestination(pipe: TenantPipe, columns: readonly CheckedColumn[]): DestinationPlan {
  const { table, errorsTable } = tablesOf(pipe);
  const fields = sourceFields(pipe.definition, columns);
  const structure = structureOf(fields);
  const filled = fields.flatMap((field) => field.columns);
  const names = filled.map(({ name }) => quoteName(name)).join(', ');
  const select = `SELECT ${fields.flatMap(columnExpressions).join(', ')} FROM`;
  const types = filled.map(({ name, type }) => `${quoteName(name)} ${type}`).join(', ');
  return {
    table,
    errorsTable,
    columns,
    structure,
    fields: fields.map(({ name }) => name),
    fieldTypes: fields.map(({ type }) => type),
    conversions: fields.flatMap(conversionsOf),
    insertFrom: `INSERT INTO ${qualifiedName(table)} (${names}) ${select}`,
    checkFrom: `INSERT INTO FUNCTION null(${quoteText(types)}) (${names}) ${select}`,
    settings: insertSettings(pipe.definition),
  };
}

/** The table of a pipe, and the one of its rejected rows. Postgres pipes have none of their own. */
export function tablesOf({
  databasePrefix,
  definition: { destination },
}: Pick<TenantPipe, 'definition' | 'databasePrefix'>) {
  const database = `${databasePrefix}${destination.database}`;
  const table = destination.table ?? '';
  return { table: { database, table }, errorsTable: { database, table: `${table}${ERRORS_SUFFIX}` } };
}
