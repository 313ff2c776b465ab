import type { CheckedDestination } from '../compile/checked-destination.ts';
import type { PipeDefinition } from '../pipe.ts';
import {
  type EnginePort,
  LONGEST_STATEMENT_BYTES,
  type Statement,
  type TableName,
} from '../port/engine-port.ts';
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
/** A replicated table forgets blocks after some time as well. A batch that was interrupted may be repeated up to then. */
const WINDOW_SECONDS = 7 * 24 * 3_600;

const REJECTED_ROW_DAYS = 30;

/** How tables are stored. */
export interface TableStorage {
  /** Whether each insert is on the disk before it is confirmed. A server has its own settings for that. */
  readonly synced: boolean;
  /** The cluster whose servers all have the table, each with a replica; undefined for one server. */
  readonly cluster: string | undefined;
}

export function storageOf({ status }: Pick<EnginePort, 'status'>): TableStorage {
  return { synced: status.engine === 'embedded', cluster: status.cluster };
}

export function createDatabase({ database }: TableName, storage: TableStorage): Statement {
  return statement(`CREATE DATABASE IF NOT EXISTS ${quoteName(database)}${onCluster(storage)}`);
}

/** Statements about databases and tables run on all servers of the cluster. */
function onCluster({ cluster }: TableStorage): string {
  return cluster === undefined ? '' : ` ON CLUSTER ${quoteName(cluster)}`;
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
    `CREATE TABLE IF NOT EXISTS ${qualifiedName(table)}${onCluster(storage)} ${body} COMMENT ${quoteText(commentOf(pipeId))}`,
  );
}

const TEMPORARY: TableStorage = { synced: false, cluster: undefined };

/** Whether the engine accepts the definition of a table, without creating one that lasts. */
export function tryTable(definition: TableShape, checked: CheckedDestination): Statement {
  return statement(`CREATE TEMPORARY TABLE definition ${tableBody(definition, checked, TEMPORARY)}`);
}

function tableBody(
  definition: TableShape,
  { columns, partitionBy, primaryKey }: CheckedDestination,
  storage: TableStorage,
): string {
  const list = columns.map(({ name, type }) => `${quoteName(name)} ${type}`).join(', ');
  const head = `(${list}) ENGINE = ${replicated(definition.engine.type, storage)}${engineOf(definition)}`;
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

/** The path and the name of a replica are those that the servers have as defaults: by the UUID of the table. */
function replicated(engine: string, { cluster }: TableStorage): string {
  return cluster !== undefined && engine !== 'Null' ? 'Replicated' : '';
}

function settingsOf({ synced, cluster }: TableStorage): string {
  if (cluster !== undefined)
    return `SETTINGS replicated_deduplication_window = ${WINDOW}, replicated_deduplication_window_seconds = ${WINDOW_SECONDS}`;
  const syncing = synced ? ', fsync_after_insert = 1, fsync_part_directory = 1' : '';
  return `SETTINGS non_replicated_deduplication_window = ${WINDOW}${syncing}`;
}

export function commentOf(pipeId: string): string {
  return `Created by the pipe ${pipeId}`;
}

/** The table of rejected rows (D-74). Several pipes may share it. */
export function createErrorsTable(table: TableName, storage: TableStorage): Statement {
  const order = `PARTITION BY toMonday(at) ORDER BY (pipe_id, id) TTL toDateTime(at) + INTERVAL ${REJECTED_ROW_DAYS} DAY`;
  const { sql, ...rest } = createMergeTree(table, ERROR_COLUMNS, order, storage);
  return { ...rest, sql: `${sql} COMMENT 'Rows that pipes rejected'` };
}

/** A table that is no pipe's. `order` has the clauses between the engine and the settings. */
export function createMergeTree(
  table: TableName,
  columns: string,
  order: string,
  storage: TableStorage,
): Statement {
  return statement(
    `CREATE TABLE IF NOT EXISTS ${qualifiedName(table)}${onCluster(storage)} (${columns}) ` +
      `ENGINE = ${replicated('MergeTree', storage)}MergeTree ${order} ${settingsOf(storage)}`,
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
export function alterTable(table: TableName, changes: readonly string[], storage: TableStorage): Statement {
  return statement(`ALTER TABLE ${qualifiedName(table)}${onCluster(storage)} ${changes.join(', ')}`);
}

/** Deletes rows for which an expression of the engine is true. It resolves when they are gone. */
export function deleteRows(table: TableName, condition: string, storage: TableStorage): Statement {
  const { settings, ...deletion } = alterTable(table, [`DELETE WHERE ${condition}`], storage);
  return { ...deletion, settings: { ...settings, mutations_sync: 2 } };
}

/** For a table that is not replicated. */
export function setWindow(table: TableName, storage: TableStorage): Statement {
  return alterTable(table, [`MODIFY SETTING non_replicated_deduplication_window = ${WINDOW}`], storage);
}

/** An empty table with the columns, the engine and the keys of another one. */
export function createTableLike(
  table: TableName,
  model: TableName,
  comment: string,
  storage: TableStorage,
): Statement {
  return statement(
    `CREATE TABLE ${qualifiedName(table)}${onCluster(storage)} AS ${qualifiedName(model)} COMMENT ${quoteText(comment)}`,
  );
}

/** Swaps the names of two tables, at once for all readers of a server. */
export function exchangeTables(one: TableName, other: TableName, storage: TableStorage): Statement {
  return statement(`EXCHANGE TABLES ${qualifiedName(one)} AND ${qualifiedName(other)}${onCluster(storage)}`);
}

/** Replicas are removed at once, so that a table with the same name can follow. */
export function dropTable(table: TableName, storage: TableStorage): Statement {
  const sync = storage.cluster === undefined ? '' : ' SYNC';
  return statement(`DROP TABLE IF EXISTS ${qualifiedName(table)}${onCluster(storage)}${sync}`);
}

/** Older versions of ClickHouse have JSON columns only on request. */
function statement(sql: string): Statement {
  return { sql, settings: { max_query_size: LONGEST_STATEMENT_BYTES, allow_experimental_json_type: 1 } };
}
