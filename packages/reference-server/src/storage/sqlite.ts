import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import {
  CompiledQuery,
  type DatabaseConnection,
  SqliteAdapter,
  SqliteDialect,
  SqliteDriver,
  type SqliteStatement,
} from 'kysely';
import { translateError } from './unavailable.ts';

const SQLITE_BUSY = 5;
/** The longest time that a process waits for another writer. */
const MAX_WAIT_MS = 5_000;
const MAX_PAUSE_MS = 10;
/** More distinct queries than the server has; only lists of ids with different lengths add further ones. */
const MAX_STATEMENTS = 500;

/**
 * Kysely's own SQLite dialect over the SQLite that is built into Node. The dialect expects the interface of
 * better-sqlite3, which needs a native build; the four methods below are all it uses.
 */
export class NodeSqliteDialect extends SqliteDialect {
  readonly #config: ConstructorParameters<typeof SqliteDriver>[0];

  constructor(file: string) {
    const config = { database: openFile(file) };
    super(config);
    this.#config = config;
  }

  override createDriver(): SqliteDriver {
    return new WriterDriver(this.#config);
  }

  override createAdapter(): SqliteAdapter {
    return new TransactionalAdapter();
  }
}

/**
 * Takes the write lock at the start of a transaction: a transaction that reads first and writes later would fail if
 * another process wrote in between. Waiting for the lock does not block the process.
 */
class WriterDriver extends SqliteDriver {
  readonly #waiting = new WeakSet<DatabaseConnection>();

  override async acquireConnection(): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection();
    if (!this.#waiting.has(connection)) {
      const execute = connection.executeQuery.bind(connection);
      connection.executeQuery = (query) => onceFree(() => execute(query)) as never;
      this.#waiting.add(connection);
    }
    return connection;
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }

  /** SQLite has rolled back by itself where the disk is full or broken. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('rollback')).catch((error: Error) => {
      if (!error.message.includes('no transaction is active')) throw error;
    });
  }
}

/** Tries again while another process writes. */
async function onceFree<T>(execute: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + MAX_WAIT_MS;
  for (;;) {
    try {
      return await execute();
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw translateError(error);
      await setTimeout(Math.random() * MAX_PAUSE_MS);
    }
  }
}

function isBusy(error: unknown): boolean {
  return (error as { errcode?: number }).errcode === SQLITE_BUSY;
}

/** SQLite can undo changes of tables; Kysely makes no use of that by itself. A migration is then whole or not at all. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

function openFile(file: string) {
  const database = new DatabaseSync(file, { timeout: MAX_WAIT_MS });
  // WAL lets readers and the one writer go side by side; FULL makes an acknowledged write survive a power cut.
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;');
  // A value that was replaced or deleted must not linger in free pages of the file.
  database.exec('PRAGMA secure_delete = ON;');
  // From here on waiting for other processes is the driver's, which lets this one go on meanwhile.
  database.exec('PRAGMA busy_timeout = 0;');
  const statements = new Map<string, SqliteStatement>();
  return {
    close: () => database.close(),
    prepare: (sql: string) => prepared(database, statements, sql),
  };
}

/** Preparing costs as much as a small query, so what was prepared is kept. */
function prepared(
  database: DatabaseSync,
  statements: Map<string, SqliteStatement>,
  sql: string,
): SqliteStatement {
  const known = statements.get(sql);
  if (known !== undefined) return known;
  if (statements.size >= MAX_STATEMENTS) statements.clear();
  const statement = database.prepare(sql);
  const bound = (parameters: readonly unknown[]) => parameters as SQLInputValue[];
  const made: SqliteStatement = {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...bound(parameters)),
    run: (parameters) => statement.run(...bound(parameters)),
    iterate: (parameters) => statement.iterate(...bound(parameters)),
  };
  statements.set(sql, made);
  return made;
}
