import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Vault } from './encryption.ts';
import type { Schema } from './schema.ts';
import { type RowKey, SEALED_COLUMNS, type SealedTable, sealedPlace } from './sealed-columns.ts';
import { inTransaction } from './transaction.ts';

/** What a rotation has done. */
export interface Rotation {
  /** The key that everything is encrypted with now. */
  readonly key: string;
  /** How many values were encrypted anew. */
  readonly reencrypted: number;
  /** Values that another process has written with an older key meanwhile. */
  readonly remaining: number;
  /** Keys that nothing needs any more; empty while values remain. */
  readonly retired: readonly string[];
}

/** Called after each batch, with the number of values that are done and an estimate of all. */
export type OnProgress = (done: number, all: number) => void | Promise<void>;

/** Small enough that a batch holds up no other writer for long. */
const BATCH = 200;

/** The root secret is sealed with each key on its own, so it needs no new encryption. */
const TABLES = (Object.keys(SEALED_COLUMNS) as SealedTable[]).filter((table) => table !== 'secret_keys');

/**
 * Encrypts with the first key of the ring what older keys have encrypted. Servers may run meanwhile: a value is replaced
 * only if it is still the one that was read. What is done stays done, so whoever was interrupted begins again.
 *
 * @throws Error if a stored value cannot be decrypted.
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

/** Goes through a table in the order of its key, and yields how many values each batch has replaced. */
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
  const resealed = rows.map((row) => ({ ...row, anew: reseal(vault, table, row) }));
  return inTransaction(db, async (transaction) => {
    let replaced = 0n;
    for (const { key, sealed, anew } of resealed) {
      const { numAffectedRows = 0n } = await sql`
        update ${sql.table(table)} set ${column} = ${anew}
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
  const place = sealedPlace(table, key);
  try {
    return vault.seal(vault.open(sealed, place), place);
  } catch (cause) {
    throw new Error(
      `The value at ${place} cannot be decrypted: it is damaged, or was copied there from elsewhere. Restore it from a backup or delete the row, and rotate again.`,
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
