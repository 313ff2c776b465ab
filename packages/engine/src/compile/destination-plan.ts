import type { SettingValue, TableName } from '../port/engine-port.ts';

/** How the rows of a pipe get into a table. Everything in it is checked and quoted. */
export interface DestinationPlan {
  readonly table: TableName;
  /** Rows that do not fit (D-74). */
  readonly errorsTable: TableName;
  /** The fields of a source row with the types that the engine reads them as: `"orderId" UInt64, "name" String`. */
  readonly structure: string;
  /** The names of the fields in `structure`, in its order. */
  readonly fields: readonly string[];
  /** `INSERT INTO "db"."table" (…) SELECT … FROM`, to be followed by a table function with `structure`. */
  readonly insertFrom: string;
  /** Settings of every insert: one block in a fixed order, formats of dates, defaults of absent fields. */
  readonly settings: Readonly<Record<string, SettingValue>>;
}
