import {
  type CompiledQuery,
  type DatabaseConnection,
  type DatabaseIntrospector,
  type Dialect,
  type Driver,
  type Kysely,
  type QueryCompiler,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { GroupCommit } from './group-commit.ts';
import { openReader, openWriter, type SqliteFile } from './sqlite-file.ts';

/**
 * SQLite for Kysely, through the SQLite that is built into Node. Queries outside of transactions have a connection of their
 * own, so they do not wait for transactions. Transactions share syncs of the disk, see {@link GroupCommit}.
 */
export class NodeSqliteDialect implements Dialect {
  readonly #writer: SqliteFile;
  readonly #reader: SqliteFile;

  constructor(file: string) {
    this.#writer = openWriter(file);
    this.#reader = openReader(file);
  }

  /** A number that changes with every commit, of this process or of another one. */
  version(): number {
    return this.#reader.version();
  }

  /** Rows that were committed; undefined while SQLite is busy. */
  read(statement: string, values: readonly unknown[]): readonly unknown[] | undefined {
    return this.#reader.read(statement, values);
  }

  /** Runs a statement of the transaction whose turn it is. */
  write(query: CompiledQuery): QueryResult<unknown> {
    return this.#writer.write(query);
  }

  createDriver(): Driver {
    return new NodeSqliteDriver(this.#writer, this.#reader);
  }

  createAdapter(): SqliteAdapter {
    return new TransactionalAdapter();
  }

  createQueryCompiler(): QueryCompiler {
    return new SqliteQueryCompiler();
  }

  // biome-ignore lint/suspicious/noExplicitAny: Kysely's own type.
  createIntrospector(db: Kysely<any>): DatabaseIntrospector {
    return new SqliteIntrospector(db);
  }
}

class TransactionalAdapter extends SqliteAdapter {
  /** SQLite can undo changes of tables; Kysely makes no use of that by itself. A migration is then whole or not at all. */
  override get supportsTransactionalDdl(): boolean {
    return true;
  }

  /** Transactions take turns here, see {@link GroupCommit}. Kysely would make queries wait for them as well. */
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

class NodeSqliteDriver implements Driver {
  readonly #writer: SqliteFile;
  readonly #reader: SqliteFile;
  readonly #groups: GroupCommit;

  constructor(writer: SqliteFile, reader: SqliteFile) {
    this.#writer = writer;
    this.#reader = reader;
    this.#groups = new GroupCommit(writer);
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<SqliteConnection> {
    return new SqliteConnection(this.#writer, this.#reader, this.#groups);
  }

  async beginTransaction(connection: SqliteConnection): Promise<void> {
    await this.#groups.begin();
    connection.isInTransaction = true;
  }

  async commitTransaction(connection: SqliteConnection): Promise<void> {
    connection.isInTransaction = false;
    await this.#groups.commit();
  }

  async rollbackTransaction(connection: SqliteConnection): Promise<void> {
    // After a commit that failed, nothing is left to undo.
    if (!connection.isInTransaction) return;
    connection.isInTransaction = false;
    await this.#groups.rollback();
  }

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {
    this.#reader.close();
    this.#writer.close();
  }
}

/** What a query or a transaction uses: statements go to the connection of the reader or of the writer. */
class SqliteConnection implements DatabaseConnection {
  readonly #writer: SqliteFile;
  readonly #reader: SqliteFile;
  readonly #groups: GroupCommit;
  isInTransaction = false;

  constructor(writer: SqliteFile, reader: SqliteFile, groups: GroupCommit) {
    this.#writer = writer;
    this.#reader = reader;
    this.#groups = groups;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.isInTransaction) return this.#writer.execute(query);
    const { kind } = query.query;
    if (kind === 'SelectQueryNode') return this.#reader.execute(query);
    if (kind === 'RawNode') return this.#groups.outside(async () => this.#writer.execute<Row>(query));
    return this.#write(query);
  }

  async #write<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    await this.#groups.begin();
    let result: QueryResult<Row>;
    try {
      result = await this.#writer.execute<Row>(query);
    } catch (error) {
      await this.#groups.rollback();
      throw error;
    }
    await this.#groups.commit();
    return result;
  }

  // biome-ignore lint/correctness/useYield: the interface has it, and no query of this server is streamed.
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('Results of SQLite are not streamed.');
  }
}
