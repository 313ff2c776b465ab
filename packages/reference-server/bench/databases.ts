import { rmSync } from 'node:fs';
import { openPostgres } from '@penstock/postgresql/server';
import { type FilledDatabase, fillDatabase } from './filled-database.ts';
import type { DatabaseKind, Run } from './parts/part.ts';

/** The filled databases of a run. PostgreSQL starts when a part needs it. */
export interface Databases {
  filled(deadline: number): Run['database'];
  close(): Promise<void>;
}

export function openDatabases(): Databases {
  const databases = new Map<string, Promise<FilledDatabase>>();
  let postgres: ReturnType<typeof openPostgres> | undefined;

  const url = async (kind: DatabaseKind) => {
    if (kind === 'SQLite') return undefined;
    postgres ??= openPostgres();
    return (await postgres).createDatabase();
  };
  return {
    filled: (deadline) => async (kind, pipes) => {
      const key = `${kind} ${pipes}`;
      const known = databases.get(key);
      if (known !== undefined) return known;
      process.stderr.write(`Filling ${kind} with ${pipes} pipes …\n`);
      const filling = url(kind).then((databaseUrl) => fillDatabase(pipes, deadline, databaseUrl));
      databases.set(key, filling);
      return filling;
    },
    async close() {
      for (const filling of databases.values()) {
        const database = await filling.catch(() => undefined);
        if (database !== undefined) rmSync(database.folder, { recursive: true, force: true });
      }
      await (await postgres?.catch(() => undefined))?.close();
    },
  };
}
