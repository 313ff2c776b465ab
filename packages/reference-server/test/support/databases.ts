import { join } from 'node:path';
import { createPostgresDatabase } from '@penstock/postgresql/databases';
import { describe } from 'vitest';
import type { DatabaseLocation } from '../../src/storage/database.ts';
import { temporaryFolder } from './test-server.ts';

/** Makes databases of one kind for tests. */
export interface Databases {
  /** A new and empty one. */
  location(): Promise<DatabaseLocation>;
  /** The settings that make a server use a new and empty one. */
  environment(): Promise<Record<string, string>>;
}

/** The same tests on both databases. */
export function describeOnBoth(name: string, tests: (databases: Databases) => void): void {
  describe(`${name}, on SQLite`, () => {
    tests({
      location: async () => ({ file: join(temporaryFolder(), 'penstock.db') }),
      environment: async () => ({}),
    });
  });
  describe(`${name}, on PostgreSQL`, () => {
    tests({
      location: async () => ({ url: await createPostgresDatabase() }),
      environment: async () => ({ DATABASE_URL: await createPostgresDatabase() }),
    });
  });
}
