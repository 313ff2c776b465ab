import type { Readable } from 'node:stream';

export type SettingValue = string | number | boolean;

/** A statement for the engine. Values of callers belong in `parameters`, never in the text. */
export interface Statement {
  /** One statement, without a FORMAT clause. `{name:Type}` stands for a parameter, `{name:Identifier}` for a name. */
  readonly sql: string;
  readonly parameters?: Readonly<Record<string, unknown>>;
  /** Settings of this statement. They never affect another one. */
  readonly settings?: Readonly<Record<string, SettingValue>>;
  readonly limits?: Limits;
  /** Drops the result. The work of a statement that only reads stops; others end at the time limit of the statement. */
  readonly signal?: AbortSignal;
}

/** A longer statement is rejected. The engine has a lower limit by default: the setting `max_query_size`. */
export const LONGEST_STATEMENT_BYTES = 16 * 1024 * 1024;

/** What a statement may do and use. */
export interface Limits {
  /** Rejects everything except reading. */
  readonly readonly?: boolean;
  readonly seconds?: number;
  readonly memoryBytes?: number;
  readonly resultRows?: number;
}

/** A statement that returns rows. */
export interface Query extends Statement {
  /** A format of ClickHouse; JSONEachRow by default. */
  readonly format?: string;
  /** The data of an INSERT that ends with a FORMAT clause. */
  readonly data?: Readable;
}

/** Rows for a table, in bytes that the engine parses. */
export interface Insert extends Pick<Statement, 'settings' | 'limits' | 'signal'> {
  readonly table: TableName;
  readonly bytes: Uint8Array | Readable;
  /** A format of ClickHouse, for example JSONEachRow. */
  readonly format: string;
  /** Rows with a token that the table remembers are not inserted again. The table needs a deduplication window. */
  readonly token?: string;
}

export interface TableName {
  readonly database: string;
  readonly table: string;
}

/** Which engine runs, and where its data is. */
export interface EngineStatus {
  readonly engine: 'embedded' | 'remote';
  /** The folder of the data, or the URL of the server without credentials. */
  readonly location: string;
  /** The cluster of ClickHouse whose servers all have the tables of pipes. */
  readonly cluster?: string;
  readonly state: 'ready' | 'restarting' | 'unavailable' | 'closed';
  /** The version of ClickHouse; undefined until it has responded once. */
  readonly version: string | undefined;
  /** How often the process of the embedded engine was started again. */
  readonly restarts: number;
}

/**
 * The engine: ClickHouse, embedded or remote. All methods reject with an `EngineError` if the engine rejects the statement, and
 * with an `EngineUnavailableError` if it does not respond or ends while the statement runs.
 */
export interface EnginePort {
  readonly status: EngineStatus;
  query(query: Query): Promise<QueryResult>;
  /** The result in chunks of bytes, at the pace of the reader. Chunks do not end at rows. */
  stream(query: Query): AsyncIterable<Uint8Array>;
  insert(insert: Insert): Promise<void>;
  /** Runs a statement without a result. */
  command(statement: Statement): Promise<void>;
  close(): Promise<void>;
}

export interface QueryResult {
  readonly bytes: Uint8Array;
  text(): string;
  /** The rows of a result in the format JSONEachRow. */
  rows<Row = Record<string, unknown>>(): Row[];
}
