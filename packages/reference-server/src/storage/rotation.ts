import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Vault } from './encryption.ts';
import type { Schema } from './schema.ts';
import { type RowKey, SEALED_COLUMNS, type SealedTable, sealedLocation } from './sealed-columns.ts';
import { inTransaction } from './transaction.ts';

/** The result of a rotation. */
export interface Rotation {
  /** The id of the key that all values are now encrypted with. */
  readonly key: string;
  /** The number of values that were encrypted again. */
  readonly reencrypted: number;
  /** The number of values that another process wrote with an older key in the meantime. */
  readonly remaining: number;
  /** The keys that are no longer needed; empty while values remain. */
  readonly retired: readonly string[];
}

/** Called after each batch with the number of encrypted values and an estimate of the total. */
export type OnProgress = (done: number, all: number) => void | Promise<void>;

/** Small enough not to block other writers for long. */
const BATCH = 200;

/** The root secret is stored once per key, so it is not encrypted again. */
const TABLES = (Object.keys(SEALED_COLUMNS) as SealedTable[]).filter((table) => table !== 'secret_keys');

/**
 * Encrypts all values of older keys with the first key. Servers may keep running: a value is only replaced if it has not
 * changed since it was read. After an interruption, run it again: it continues with the remaining values.
 *
 * @throws Error if a stored value cannot be decrypted
 */
export async function rotateSecrets(
  db: Kysely<Schema>,
  vault: Vault,
  onProgress: OnProgress = () => {},
): Promise<Rotation> {
  const all = await countOutdated(db, vault);
  let done = 0;
  for (const table of TABLES) {
    for await (const count of resealTable(db, vault, table)) {
      done += count;
      await onProgress(done, Math.max(done, all));
    }
  }
  const remaining = await countOutdated(db, vault);
  const retired = remaining > 0 ? [] : await retireOthers(db, vault);
  return { key: vault.keyId, reencrypted: done, remaining, retired };
}

interface SealedRow<Table extends SealedTable> {
  readonly key: RowKey<Table>;
  readonly sealed: Uint8Array;
}

/** Reads a table in key order and yields the number of replaced values per batch. */
async function* resealTable<Table extends SealedTable>(db: Kysely<Schema>, vault: Vault, table: Table) {
  let after: RowKey<Table> | undefined;
  for (;;) {
    const rows = await readOutdated(db, vault, table, after);
    if (rows.length === 0) return;
    yield await replaceAll(db, vault, table, rows);
    after = rows.at(-1)?.key;
  }
}

async function readOutdated<Table extends SealedTable>(
  db: Kysely<Schema>,
  vault: Vault,
  table: Table,
  after: RowKey<Table> | undefined,
): Promise<SealedRow<Table>[]> {
  const { column, keys } = columnsOf(table);
  const later =
    after === undefined ? sql`` : sql`and (${sql.join(keys)}) > (${sql.join(Object.values(after))})`;
  const { rows } = await sql<RowKey<Table> & { sealed: Uint8Array }>`
    select ${sql.join(keys)}, ${column} as sealed from ${sql.table(table)}
    where ${outdated(vault, column)} ${later} order by ${sql.join(keys)} limit ${BATCH}`.execute(db);
  return rows.map(({ sealed, ...key }) => ({ key: key as unknown as RowKey<Table>, sealed }));
}

async function replaceAll<Table extends SealedTable>(
  db: Kysely<Schema>,
  vault: Vault,
  table: Table,
  rows: readonly SealedRow<Table>[],
): Promise<number> {
  const { column, keys } = columnsOf(table);
  const batch = rows.map((row) => ({ ...row, resealed: reseal(vault, table, row) }));
  return inTransaction(db, async (transaction) => {
    let replaced = 0n;
    for (const { key, sealed, resealed } of batch) {
      const { numAffectedRows = 0n } = await sql`
        update ${sql.table(table)} set ${column} = ${resealed}
        where (${sql.join(keys)}) = (${sql.join(Object.values(key))}) and ${column} = ${sealed}`.execute(
        transaction,
      );
      replaced += numAffectedRows;
    }
    return Number(replaced);
  });
}

function reseal<Table extends SealedTable>(
  vault: Vault,
  table: Table,
  { key, sealed }: SealedRow<Table>,
): Uint8Array {
  const location = sealedLocation(table, key);
  try {
    return vault.seal(vault.open(sealed, location), location);
  } catch (cause) {
    throw new Error(
      `The value at ${location} cannot be decrypted: it is damaged, or was copied from another row. Restore it from a backup or delete the row, and rotate again.`,
      { cause },
    );
  }
}

async function countOutdated(db: Kysely<Schema>, vault: Vault): Promise<number> {
  let all = 0;
  for (const table of TABLES) {
    const { column } = columnsOf(table);
    const { rows } = await sql<{ count: number | string }>`
      select count(*) as count from ${sql.table(table)} where ${outdated(vault, column)}`.execute(db);
    all += Number(rows[0]?.count ?? 0);
  }
  return all;
}

async function retireOthers(db: Kysely<Schema>, vault: Vault): Promise<string[]> {
  const rows = await db.deleteFrom('secret_keys').where('id', '!=', vault.keyId).returning('id').execute();
  return rows.map(({ id }) => id).sort();
}

function outdated({ prefix }: Vault, column: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`${column} is not null and substr(${column}, 1, ${sql.lit(prefix.length)}) <> ${prefix}`;
}

function columnsOf(table: SealedTable) {
  const { column, key } = SEALED_COLUMNS[table];
  return { column: sql.ref(column), keys: key.map((name) => sql.ref(name)) };
}
