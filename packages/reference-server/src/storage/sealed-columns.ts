import type { Selectable } from 'kysely';
import type { Schema } from './schema.ts';

/**
 * Every column that holds what a vault has sealed, and the columns that bind a value to its row. Nothing can be sealed
 * for a place that is not here, so a rotation of keys finds everything.
 */
export const SEALED_COLUMNS = {
  pipes: { column: 'secrets', key: ['service_id', 'id'] },
  webhooks: { column: 'secrets', key: ['tenant_id', 'id'] },
  idempotency_records: { column: 'answer', key: ['credential_id', 'key'] },
  secret_keys: { column: 'root', key: ['id'] },
} as const satisfies {
  readonly [Table in keyof Schema]?: {
    readonly column: keyof Schema[Table];
    readonly key: readonly (keyof Schema[Table])[];
  };
};

export type SealedTable = keyof typeof SEALED_COLUMNS;

/** The columns that name a row of a table. */
export type RowKey<Table extends SealedTable> = Pick<
  Selectable<Schema[Table]>,
  (typeof SEALED_COLUMNS)[Table]['key'][number] & keyof Selectable<Schema[Table]>
>;

/** Where a sealed value belongs: table, column and row. */
export type SealedPlace = string & { readonly sealedPlace: unique symbol };

/** The place of the sealed value of a row. */
export function sealedPlace<Table extends SealedTable>(table: Table, row: RowKey<Table>): SealedPlace {
  const { column, key } = SEALED_COLUMNS[table];
  const names: readonly string[] = key;
  const values = names.map((name) => row[name as keyof RowKey<Table>]);
  return JSON.stringify([table, column, ...values]) as SealedPlace;
}
