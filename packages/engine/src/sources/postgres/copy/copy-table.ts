import { Readable } from 'node:stream';
import type { Client } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { MovedData } from '../../../pipe-runtime.ts';
import type { EnginePort } from '../../../port/engine-port.ts';
import { deleteRows, storageOf } from '../../../tables/table-statements.ts';
import { batchToken } from '../../../writer/batch-token.ts';
import { destinationFailure } from '../../../writer/engine-failure.ts';
import { parseLsn } from '../changes/lsn.ts';
import type { PostgresAccess } from '../connection/postgres-access.ts';
import { endWith, openClient } from '../connection/with-client.ts';
import type { TableProgress, TableView } from '../progress.ts';
import { qualifiedRelation } from '../relations/quote-identifier.ts';
import type { StoredProgress } from '../stored-progress.ts';
import { copyStatement, snapshotInsert } from '../tables/insert-statements.ts';
import { VERSION_COLUMN } from '../tables/mapped-columns.ts';
import type { TablePlan } from '../tables/table-plan.ts';
import { prepareShadow, publishShadow, shadowOf } from './shadow-table.ts';
import { conditionOf, openUnits, readLayout, unitsOf, withUnit } from './table-units.ts';

export interface CopyParts {
  readonly pipeId: string;
  readonly engine: EnginePort;
  readonly access: PostgresAccess;
  readonly progress: StoredProgress;
  readonly moving: () => void;
}

/** The largest insert into a table that keeps repeated rows: it is one block, which the table recognizes. */
const LARGEST_BLOCK = 1_000_000;

/**
 * Copies a table: ranges of its pages, several at once, all of them as they were at one point in time. A copy that was interrupted
 * continues with the ranges that are left.
 */
export async function copyTable(
  parts: CopyParts,
  key: string,
  plan: TablePlan,
  signal: AbortSignal,
): Promise<void> {
  const { pipeId, engine, progress } = parts;
  const { isShadowed } = progress.current.tables[key] as TableProgress;
  const target = isShadowed ? { ...plan, table: shadowOf(plan.table) } : plan;
  const { run } = progress.current;
  if (!isComplete(progress.current.tables[key])) {
    if (isShadowed) await prepareShadow(engine, pipeId, plan.table, run);
    await copyUnits(parts, key, target, signal);
  }
  if (isShadowed) await publishShadow(engine, pipeId, plan.table, run);
  await progress.changeTable(key, ({ units: _, ...table }) => ({ ...table, isCopied: true }));
}

function isComplete(table: TableProgress | undefined): boolean {
  return table?.units !== undefined && table.units.next === table.units.count;
}

/** A transaction whose view of the table the readers share. It also prevents that the table is rewritten. */
async function copyUnits(parts: CopyParts, key: string, plan: TablePlan, signal: AbortSignal): Promise<void> {
  const { access } = parts;
  const client = await openClient(access);
  using _ = endWith(client, signal);
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    await client.query(`SELECT FROM ${qualifiedRelation(plan.relation)} LIMIT 0`);
    await beginUnits(parts, key, plan, client);
    const { rows } = await client.query<{ snapshot: string }>('SELECT pg_export_snapshot() AS snapshot');
    const queue = openUnits(unitsIn(parts, key));
    const readers = Math.min(access.source.settings.initialLoadParallelism, queue.length);
    await Promise.all(
      Array.from({ length: readers }, () =>
        readUnits(parts, key, plan, rows[0]?.snapshot ?? '', queue, signal),
      ),
    );
  } finally {
    await client.end().catch(() => {});
  }
}

function unitsIn({ progress }: CopyParts, key: string) {
  const { units } = progress.current.tables[key] as TableProgress;
  if (units === undefined) throw new Error(`The copy of the table ${key} has no units.`);
  return units;
}

/** Continues with the units that are left, or begins from scratch if they cannot be combined with those that were copied. */
async function beginUnits(
  { engine, access, progress }: CopyParts,
  key: string,
  plan: TablePlan,
  client: Client,
): Promise<void> {
  const layout = await readLayout(client, plan.relation);
  const { units, version } = progress.current.tables[key] as TableProgress;
  // A row that moved between two views of the table is in the stream of changes, but without values that are stored apart.
  const continues = units !== undefined && units.files === layout.files && !layout.hasToast;
  if (continues) {
    await progress.changeTable(key, ({ view: _, ...table }) => table);
    return;
  }
  const { snapshotNumRowsPerPartition: wanted } = access.source.settings;
  const rowsPerUnit = plan.engine === 'MergeTree' ? Math.min(wanted, LARGEST_BLOCK) : wanted;
  const { estimatedRows } = layout;
  const view = await readView(client);
  // Rows of the interrupted copy may have been deleted since, by transactions that this one contains.
  if (units !== undefined && plan.engine !== 'Null') {
    const isCopied = `${VERSION_COLUMN} = ${parseLsn(version)}`;
    await engine.command(deleteRows(plan.table, isCopied, storageOf(engine)));
  }
  await progress.changeTable(key, (table) => ({
    ...table,
    ...{ estimatedRows, view, rows: 0, attempt: table.attempt + 1 },
    units: unitsOf(layout, rowsPerUnit),
  }));
}

/** What the transaction of a connection sees. */
async function readView(client: Client): Promise<TableView> {
  const { rows } = await client.query<TableView>(
    `SELECT pg_current_snapshot()::text AS snapshot,
      CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() ELSE pg_current_wal_insert_lsn() END AS lsn`,
  );
  return rows[0] ?? { snapshot: '0:0:', lsn: '0/0' };
}

/** One reader: it takes unit after unit, in its own connection. */
async function readUnits(
  parts: CopyParts,
  key: string,
  plan: TablePlan,
  snapshot: string,
  queue: number[],
  signal: AbortSignal,
): Promise<void> {
  const { progress, moving } = parts;
  const client = await openClient(parts.access);
  using _ = endWith(client, signal);
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    await client.query(`SET TRANSACTION SNAPSHOT '${snapshot}'`);
    for (let unit = queue.shift(); unit !== undefined; unit = queue.shift()) {
      signal.throwIfAborted();
      const moved = await copyUnit(parts, key, plan, client, unit, signal);
      const copied = unit;
      await progress.changeTable(
        key,
        (table) => ({
          ...table,
          rows: table.rows + moved.rows,
          ...(table.units !== undefined && { units: withUnit(table.units, copied) }),
        }),
        moved,
      );
      moving();
    }
  } catch (error) {
    // The other readers stop as well.
    queue.length = 0;
    throw error;
  } finally {
    await client.end().catch(() => {});
  }
}

async function copyUnit(
  parts: CopyParts,
  key: string,
  plan: TablePlan,
  client: Client,
  unit: number,
  signal: AbortSignal,
): Promise<MovedData> {
  const { engine, progress } = parts;
  const { units, version, attempt } = progress.current.tables[key] as TableProgress;
  if (units === undefined) throw new Error(`The copy of the table ${key} has no units.`);
  const rows = client.query(copyTo(copyStatement(plan, conditionOf(units, unit))));
  const counted = countBytes(rows);
  const insert = snapshotInsert(plan, parseLsn(version));
  const token = batchToken(parts.pipeId, progress.current.run, JSON.stringify([key, attempt, unit]));
  try {
    await engine.query({
      ...insert,
      settings: { ...insert.settings, ...(plan.engine === 'MergeTree' ? recognized(token) : SEVERAL_BLOCKS) },
      data: counted.data,
      signal,
    });
  } catch (error) {
    rows.destroy();
    throw counted.failure() ?? destinationFailure(error, plan.table, 'take rows');
  }
  return { rows: rows.rowCount, bytes: counted.bytes(), batches: 1, errors: 0 };
}

/** Rows with a version replace each other, so their inserts need no token, and no memory for all rows at once. */
const SEVERAL_BLOCKS = {
  insert_deduplicate: 0,
  min_insert_block_size_rows: 1_048_576,
  min_insert_block_size_bytes: 268_435_456,
};

function recognized(token: string) {
  return { insert_deduplicate: 1, insert_deduplication_token: token };
}

/** A stream with the same bytes, which knows their number, and why Postgres stopped sending them. */
function countBytes(stream: Readable) {
  let bytes = 0;
  let failure: Error | undefined;
  // Without a listener, an error after the end of the insert would end the process.
  stream.on('error', (error) => {
    failure ??= error;
  });
  const read = async function* () {
    for await (const chunk of stream) {
      bytes += chunk.length;
      yield chunk;
    }
  };
  return { data: Readable.from(read(), { objectMode: false }), bytes: () => bytes, failure: () => failure };
}
