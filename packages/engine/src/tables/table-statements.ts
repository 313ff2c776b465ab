import type { CheckedDestination } from '../compile/checked-destination.ts';
import type { PipeDefinition } from '../pipe.ts';
import { LONGEST_STATEMENT_BYTES, type Statement, type TableName } from '../port/engine-port.ts';
import { qualifiedName, quoteName, quoteText } from '../port/names.ts';

type TableDefinition = NonNullable<PipeDefinition['destination']['tableDefinition']>;

/** The engine and the order of a table. */
export interface TableShape {
  readonly engine: TableDefinition['engine'] & {
    /** The column of a ReplacingMergeTree that is 1 in rows that were deleted. */
    readonly deletedColumnId?: string;
  };
  readonly sortingKey: readonly string[];
}

/** Blocks that a table recognizes when they are inserted again: enough for a batch with many partitions. */
const WINDOW = 10_000;

const REJECTED_ROW_DAYS = 30;

/** How tables are stored. */
export interface TableStorage {
  /** Whether each insert is on the disk before it is confirmed. A server has its own settings for that. */
  readonly synced: boolean;
}

export function createDatabase({ database }: TableName): Statement {
  return statement(`CREATE DATABASE IF NOT EXISTS ${quoteName(database)}`);
}

/** The table of a pipe. Its comment names the pipe, which may then change it. */
export function createTable(
  table: TableName,
  pipeId: string,
  definition: TableShape,
  checked: CheckedDestination,
  storage: TableStorage,
): Statement {
  const body = tableBody(definition, checked, storage);
  return statement(
    `CREATE TABLE IF NOT EXISTS ${qualifiedName(table)} ${body} COMMENT ${quoteText(commentOf(pipeId))}`,
  );
}

/** Whether the engine accepts the definition of a table, without creating one that lasts. */
export function tryTable(definition: TableShape, checked: CheckedDestination): Statement {
  return statement(`CREATE TEMPORARY TABLE definition ${tableBody(definition, checked, { synced: false })}`);
}

function tableBody(
  definition: TableShape,
  { columns, partitionBy, primaryKey }: CheckedDestination,
  storage: TableStorage,
): string {
  const list = columns.map(({ name, type }) => `${quoteName(name)} ${type}`).join(', ');
  const head = `(${list}) ENGINE = ${engineOf(definition)}`;
  if (definition.engine.type === 'Null') return head;
  const clauses = [
    head,
    ...(partitionBy === undefined ? [] : [`PARTITION BY (${partitionBy})`]),
    ...(primaryKey === undefined ? [] : [`PRIMARY KEY (${primaryKey})`]),
    `ORDER BY (${definition.sortingKey.map(quoteName).join(', ')})`,
    settingsOf(storage),
  ];
  return clauses.join(' ');
}

/** `ReplacingMergeTree(version)` and so on. */
export function engineOf({ engine }: Pick<TableShape, 'engine'>): string {
  const columnIds = engine.columnIds ?? [];
  if (engine.type === 'ReplacingMergeTree') {
    const deleted = engine.deletedColumnId === undefined ? '' : `, ${quoteName(engine.deletedColumnId)}`;
    return `ReplacingMergeTree(${quoteName(engine.versionColumnId ?? '')}${deleted})`;
  }
  if (engine.type === 'SummingMergeTree' && columnIds.length > 0)
    return `SummingMergeTree((${columnIds.map(quoteName).join(', ')}))`;
  return engine.type;
}

function settingsOf({ synced }: TableStorage): string {
  const syncing = synced ? ', fsync_after_insert = 1, fsync_part_directory = 1' : '';
  return `SETTINGS non_replicated_deduplication_window = ${WINDOW}${syncing}`;
}

export function commentOf(pipeId: string): string {
  return `Created by the pipe ${pipeId}`;
}

/** The table of rejected rows (D-74). Several pipes may share it. */
export function createErrorsTable(table: TableName, storage: TableStorage): Statement {
  return statement(
    `CREATE TABLE IF NOT EXISTS ${qualifiedName(table)} (${ERROR_COLUMNS}) ENGINE = MergeTree PARTITION BY toMonday(at) ` +
      `ORDER BY (pipe_id, id) TTL toDateTime(at) + INTERVAL ${REJECTED_ROW_DAYS} DAY ${settingsOf(storage)} ` +
      `COMMENT 'Rows that pipes rejected'`,
  );
}

const ERROR_COLUMNS = [
  'pipe_id String',
  'id String',
  "at DateTime64(3, 'UTC')",
  'location String',
  'reason String',
  'excerpt String',
].join(', ');

/** Adds columns, and changes types of columns. */
export function alterTable(table: TableName, changes: readonly string[]): Statement {
  return statement(`ALTER TABLE ${qualifiedName(table)} ${changes.join(', ')}`);
}

/** Deletes rows for which an expression of the engine is true. It resolves when they are gone. */
export function deleteRows(table: TableName, condition: string): Statement {
  const { settings, ...deletion } = alterTable(table, [`DELETE WHERE ${condition}`]);
  return { ...deletion, settings: { ...settings, mutations_sync: 2 } };
}

export function setWindow(table: TableName): Statement {
  return alterTable(table, [`MODIFY SETTING non_replicated_deduplication_window = ${WINDOW}`]);
}

/** Older versions of ClickHouse have JSON columns only on request. */
function statement(sql: string): Statement {
  return { sql, settings: { max_query_size: LONGEST_STATEMENT_BYTES, allow_experimental_json_type: 1 } };
}
