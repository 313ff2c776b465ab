import type { Selectable } from 'kysely';
import type { Schema } from './schema.ts';

/**
 * Every column with encrypted values, and the columns that bind a value to its row. Values can only be encrypted for
 * these locations, so a key rotation finds all of them.
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

/** The columns that identify a row of a table. */
export type RowKey<Table extends SealedTable> = Pick<
  Selectable<Schema[Table]>,
  (typeof SEALED_COLUMNS)[Table]['key'][number] & keyof Selectable<Schema[Table]>
>;

/** The location of an encrypted value: table, column and row. */
export type SealedLocation = string & { readonly sealedLocation: unique symbol };

/** The location of the encrypted value of a row. */
export function sealedLocation<Table extends SealedTable>(table: Table, row: RowKey<Table>): SealedLocation {
  const { column, key } = SEALED_COLUMNS[table];
  const names: readonly string[] = key;
  const values = names.map((name) => row[name as keyof RowKey<Table>]);
  return JSON.stringify([table, column, ...values]) as SealedLocation;
}
