import type { RuntimePipe } from '../../pipe-runtime.ts';
import type { EnginePort, TableName } from '../../port/engine-port.ts';
import { qualifiedName } from '../../port/names.ts';
import { findTable } from '../../tables/existing-table.ts';
import { commentOf } from '../../tables/table-statements.ts';
import { withClient } from './connection/with-client.ts';
import type { PostgresWork } from './postgres-mover.ts';
import { mappingHash, type TableProgress, tableKey, uncopied, withoutUnmapped } from './progress.ts';
import { renewLostSlot, setUpReplication } from './replication/set-up.ts';
import { readStoredProgress, type StoredProgress } from './stored-progress.ts';
import type { TableMapping } from './tables/mapped-columns.ts';

/** Prepares the replication, and the copies of tables that were not copied yet. */
export async function setUpPipe({ pipe, access, context, signal }: PostgresWork): Promise<void> {
  const { source } = access;
  const progress = await readStoredProgress(context.ledger, pipe);
  // A deleted pipe is released only if something is stored about it.
  await progress.change((current) => withoutUnmapped(current, source.tableMappings));
  const { stream, version } = await withClient(access, (client) =>
    setUpReplication(client, pipe, source, progress.current.stream, signal),
  );
  const isCopied = source.settings.replicationMode === 'cdc_only';
  const added: [string, TableProgress][] = [];
  for (const mapping of uncopied(progress.current, source.tableMappings)) {
    const known = progress.current.tables[tableKey(mapping)];
    if (known !== undefined) continue;
    const isShadowed = !isCopied && (await isRefilled(context.engine, pipe, mapping));
    added.push([tableKey(mapping), newTable(mapping, { isCopied, isShadowed, version })]);
  }
  await progress.change((current) => ({
    ...current,
    ...(stream !== undefined && { stream }),
    tables: { ...current.tables, ...Object.fromEntries(added) },
  }));
}

/** Marks all tables to be copied again, once for each command. */
export async function beginResync({ pipe, access, context, signal }: PostgresWork): Promise<void> {
  const { source } = access;
  const progress = await readStoredProgress(context.ledger, pipe);
  if (progress.current.resync === pipe.generation) return;
  const { stream, version } = await withClient(access, async (client) => {
    const renewed = await renewLostSlot(client, pipe, source);
    return setUpReplication(client, pipe, source, renewed ?? progress.current.stream, signal);
  });
  const tables = source.tableMappings.map((mapping): [string, TableProgress] => [
    tableKey(mapping),
    newTable(mapping, { isCopied: false, isShadowed: mapping.tableEngine !== 'Null', version }),
  ]);
  await markResync(progress, pipe, stream, Object.fromEntries(tables));
}

function markResync(
  progress: StoredProgress,
  { generation }: RuntimePipe,
  stream: StoredProgress['current']['stream'],
  tables: Readonly<Record<string, TableProgress>>,
): Promise<void> {
  return progress.change(({ run }) => ({
    run: run + 1,
    resync: generation,
    tables,
    ...(stream !== undefined && { stream }),
  }));
}

function newTable(
  mapping: TableMapping,
  state: Pick<TableProgress, 'isCopied' | 'isShadowed' | 'version'>,
): TableProgress {
  return { mapping: mappingHash(mapping), ...state, attempt: 0, rows: 0, estimatedRows: 0 };
}

/** Whether the pipe filled the table before: rows that were deleted in the meantime would stay in it. */
async function isRefilled(
  engine: EnginePort,
  { id, databasePrefix, definition }: RuntimePipe,
  { targetTable, tableEngine }: TableMapping,
): Promise<boolean> {
  if (tableEngine === 'Null') return false;
  const table: TableName = {
    database: `${databasePrefix}${definition.destination.database}`,
    table: targetTable,
  };
  if ((await findTable(engine, table))?.comment !== commentOf(id)) return false;
  const result = await engine.query({ sql: `SELECT 1 AS found FROM ${qualifiedName(table)} LIMIT 1` });
  return result.rows().length > 0;
}
