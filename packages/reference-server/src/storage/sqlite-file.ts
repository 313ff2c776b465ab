import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import type { CompiledQuery, QueryResult } from 'kysely';
import { translateError } from './unavailable.ts';

const SQLITE_BUSY = 5;
/** The longest time that a process waits for another writer. */
const MAX_WAIT_MS = 5_000;
const MAX_PAUSE_MS = 10;
/** More distinct queries than the server has; only lists of ids with different lengths add further ones. */
const MAX_STATEMENTS = 500;

/** One connection to a file of SQLite, through the SQLite that is built into Node. */
export interface SqliteFile {
  /** Whether a transaction is open. SQLite ends it by itself if the disk is full or broken. */
  readonly isTransaction: boolean;
  /**
   * Runs a statement, and waits while another process writes; this process goes on meanwhile.
   *
   * @throws DatabaseUnavailable
   */
  execute<Row>(query: CompiledQuery): Promise<QueryResult<Row>> | QueryResult<Row>;
  /** Runs a statement of an open transaction, which has the lock of the file already. @throws DatabaseUnavailable */
  write(query: CompiledQuery): QueryResult<unknown>;
  /** Reads rows without waiting; undefined while another process has locked the file. @throws DatabaseUnavailable */
  read(statement: string, values: readonly unknown[]): readonly unknown[] | undefined;
  /** Runs a statement without values. @throws DatabaseUnavailable */
  run(statement: string): Promise<void> | void;
  /** A number that changes when another connection commits, in this process or in another one. */
  version(): number;
  close(): void;
}

/** A connection that reads and writes. */
export function openWriter(file: string): SqliteFile {
  const database = new DatabaseSync(file, { timeout: MAX_WAIT_MS });
  // WAL lets readers and the one writer go side by side; FULL makes an acknowledged write survive a power cut.
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;');
  // Creations change the same pages of the indexes again and again: fewer checkpoints write them to the file less often.
  database.exec('PRAGMA wal_autocheckpoint = 4000;');
  // For each savepoint SQLite keeps the pages as they were. By default it writes them to a temporary file, more than all else.
  database.exec('PRAGMA temp_store = MEMORY;');
  // A value that was replaced or deleted must not linger in free pages of the file.
  database.exec('PRAGMA secure_delete = ON;');
  return connected(database);
}

/** A connection that reads what was committed, also while a transaction of the writer is open. */
export function openReader(file: string): SqliteFile {
  const database = new DatabaseSync(file, { timeout: MAX_WAIT_MS });
  database.exec('PRAGMA query_only = ON;');
  return connected(database);
}

function connected(database: DatabaseSync): SqliteFile {
  // From here on waiting for other processes does not block this one.
  database.exec('PRAGMA busy_timeout = 0;');
  const prepare = keptStatements((text) => prepared(database, text));
  const prepareReader = keptStatements((text) => preparedReader(database, text));
  const version = database.prepare('PRAGMA data_version');
  version.setReturnArrays(true);
  return {
    get isTransaction() {
      return database.isTransaction;
    },
    execute: (query) => onceFree(() => execute(prepare(query.sql), query.parameters)),
    write: (query) => translated(() => execute(prepare(query.sql), query.parameters)),
    read: (statement, values) =>
      unlessBusy(() => rowsOf(prepareReader(statement), values as SQLInputValue[])),
    run: (statement) => onceFree(() => void prepare(statement).statement.run()),
    version: () => Number((version.get() as unknown as readonly unknown[] | undefined)?.[0]),
    close: () => database.close(),
  };
}

interface Prepared {
  readonly statement: StatementSync;
  /** Whether it returns rows. */
  readonly isReader: boolean;
}

/** Preparing costs as much as a small query, so what was prepared is kept. */
function keptStatements<Statement>(prepare: (text: string) => Statement): (text: string) => Statement {
  const statements = new Map<string, Statement>();
  return (text) => {
    const known = statements.get(text);
    if (known !== undefined) return known;
    if (statements.size >= MAX_STATEMENTS) statements.clear();
    const statement = prepare(text);
    statements.set(text, statement);
    return statement;
  };
}

function prepared(database: DatabaseSync, text: string): Prepared {
  const statement = database.prepare(text);
  return { statement, isReader: statement.columns().length > 0 };
}

/** A statement that returns its values in arrays: Node makes slow objects of rows. */
interface PreparedReader {
  readonly statement: StatementSync;
  readonly columns: readonly string[];
}

function preparedReader(database: DatabaseSync, text: string): PreparedReader {
  const statement = database.prepare(text);
  statement.setReturnArrays(true);
  return { statement, columns: statement.columns().map(({ name }) => name) };
}

function rowsOf({ statement, columns }: PreparedReader, values: readonly SQLInputValue[]): object[] {
  const rows = statement.all(...values) as unknown as readonly (readonly unknown[])[];
  return rows.map((cells) => {
    const row: Record<string, unknown> = {};
    for (let index = 0; index < columns.length; index++) row[columns[index] as string] = cells[index];
    return row;
  });
}

function execute<Row>({ statement, isReader }: Prepared, parameters: readonly unknown[]): QueryResult<Row> {
  const values = parameters as SQLInputValue[];
  if (isReader) return { rows: statement.all(...values) as Row[] };
  const { changes, lastInsertRowid } = statement.run(...values);
  return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
}

/** Tries again while another process writes. The first attempt is synchronous. */
function onceFree<T>(attempt: () => T): Promise<T> | T {
  try {
    return attempt();
  } catch (error) {
    if (!isBusy(error)) throw translateError(error);
    return retried(attempt);
  }
}

async function retried<T>(attempt: () => T): Promise<T> {
  const deadline = performance.now() + MAX_WAIT_MS;
  for (;;) {
    await setTimeout(Math.random() * MAX_PAUSE_MS);
    try {
      return attempt();
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw translateError(error);
    }
  }
}

function unlessBusy<T>(attempt: () => T): T | undefined {
  return translated(() => {
    try {
      return attempt();
    } catch (error) {
      if (isBusy(error)) return undefined;
      throw error;
    }
  });
}

function translated<T>(attempt: () => T): T {
  try {
    return attempt();
  } catch (error) {
    throw translateError(error);
  }
}

function isBusy(error: unknown): boolean {
  return (error as { errcode?: number }).errcode === SQLITE_BUSY;
}
