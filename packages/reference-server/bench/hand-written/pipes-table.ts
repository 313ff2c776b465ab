import { DatabaseSync } from 'node:sqlite';

/** The pipes of the service: one table, read by its primary key. */
export interface PipesTable {
  insert(pipe: StoredPipe): void;
  find(id: string, serviceId: string): StoredPipe | undefined;
}

interface StoredPipe {
  readonly version: number;
  readonly content: PipeContent;
}

/** The pipe of a response. */
interface PipeContent {
  readonly id: string;
  readonly serviceId: string;
}

export function pipesTable(file: string): PipesTable {
  const database = new DatabaseSync(file);
  database.exec('PRAGMA journal_mode = WAL');
  database.exec(
    'CREATE TABLE IF NOT EXISTS pipes (id TEXT PRIMARY KEY, service_id TEXT NOT NULL, version INTEGER NOT NULL, content TEXT NOT NULL)',
  );
  const insert = database.prepare('INSERT INTO pipes (id, service_id, version, content) VALUES (?, ?, ?, ?)');
  const select = database.prepare('SELECT version, content FROM pipes WHERE id = ? AND service_id = ?');
  return {
    insert({ version, content }) {
      insert.run(content.id, content.serviceId, version, JSON.stringify(content));
    },
    find(id, serviceId) {
      const row = select.get(id, serviceId) as { version: number; content: string } | undefined;
      return row && { version: row.version, content: JSON.parse(row.content) };
    },
  };
}
