import { join } from 'node:path';
import { afterAll, describe } from 'vitest';
import type { DatabaseLocation } from '../../src/storage/database.ts';
import { openPostgres, type PostgresServer } from './postgresql.ts';
import { temporaryFolder } from './test-server.ts';

/** Makes databases of one kind for tests. */
export interface Databases {
  /** A new and empty one. */
  location(): Promise<DatabaseLocation>;
  /** The settings that make a server use a new and empty one. */
  environment(): Promise<Record<string, string>>;
}

/** The same tests on both databases. PostgreSQL is a server of these tests alone. */
export function describeOnBoth(name: string, tests: (databases: Databases) => void): void {
  describe(`${name}, on SQLite`, () => {
    tests({
      location: async () => ({ file: join(temporaryFolder(), 'penstock.db') }),
      environment: async () => ({}),
    });
  });
  describe(`${name}, on PostgreSQL`, () => {
    let postgres: Promise<PostgresServer> | undefined;
    afterAll(async () => (await postgres)?.close());
    const createDatabase = async () => {
      postgres ??= openPostgres();
      return (await postgres).createDatabase();
    };
    tests({
      location: async () => ({ url: await createDatabase() }),
      environment: async () => ({ DATABASE_URL: await createDatabase() }),
    });
  });
}
