import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { SqliteDialect } from 'kysely';

/**
 * Kysely's own SQLite dialect over the SQLite that is built into Node. The dialect expects the interface of
 * better-sqlite3, which needs a native build; the four methods below are all it uses.
 */
export function nodeSqliteDialect(file: string): SqliteDialect {
  const database = new DatabaseSync(file, { timeout: 5_000 });
  // WAL lets readers and the one writer go side by side; FULL makes an acknowledged write survive a power cut.
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;');
  // A value that was replaced or deleted must not linger in free pages of the file.
  database.exec('PRAGMA secure_delete = ON;');
  return new SqliteDialect({
    database: {
      close: () => database.close(),
      prepare: (sql) => {
        const statement = database.prepare(sql);
        const bound = (parameters: readonly unknown[]) => parameters as SQLInputValue[];
        return {
          reader: statement.columns().length > 0,
          all: (parameters) => statement.all(...bound(parameters)),
          run: (parameters) => statement.run(...bound(parameters)),
          iterate: (parameters) => statement.iterate(...bound(parameters)),
        };
      },
    },
  });
}
