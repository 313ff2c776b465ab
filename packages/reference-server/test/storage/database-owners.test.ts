import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createPostgresDatabase } from '@penstock/postgresql/databases';
import pg from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type DatabaseLocation, openDatabase } from '../../src/storage/database.ts';
import { databaseOwners } from '../../src/storage/database-owners.ts';
import { NOW } from '../support/stored-pipes.ts';
import { temporaryFolder } from '../support/test-server.ts';

/** More than one page of an index, so that a search which reads all of them is found. */
const OTHERS = Array.from({ length: 300 }, (_, index) => `s_${String(index).padStart(8, '0')}__`);
const PREFIXES: readonly string[] = ['', 'acme_', 'acme_two_', 'default_', ...OTHERS];

interface Kind {
  readonly name: string;
  locate(): Promise<DatabaseLocation>;
  explain(location: DatabaseLocation, query: string): Promise<string>;
}

const KINDS: readonly Kind[] = [
  {
    name: 'SQLite',
    locate: async () => ({ file: join(temporaryFolder(), 'penstock.db') }),
    async explain(location, query) {
      const database = new DatabaseSync('file' in location ? location.file : '', { readOnly: true });
      const steps = database.prepare(`explain query plan ${query}`).all();
      database.close();
      return steps.map(({ detail }) => String(detail)).join('\n');
    },
  },
  {
    name: 'PostgreSQL',
    locate: async () => ({ url: await createPostgresDatabase() }),
    async explain(location, query) {
      const client = new pg.Client({ connectionString: 'url' in location ? location.url : '' });
      await client.connect();
      try {
        await client.query('begin; set local enable_seqscan = off; set local enable_bitmapscan = off');
        const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain (generic_plan) ${query}`);
        return rows.map((row) => row['QUERY PLAN']).join('\n');
      } finally {
        await client.end();
      }
    },
  },
];

async function openServices(location: DatabaseLocation) {
  const queries: string[] = [];
  const { db } = await openDatabase(location, (query) => queries.push(query));
  onTestFinished(() => db.destroy());
  await db.insertInto('organizations').values({ id: 'o', name: 'o', created_at: NOW }).execute();
  const rows = PREFIXES.map((database_prefix) => ({
    ...{ id: `of ${database_prefix}`, name: 'service', created_at: NOW },
    ...{ organization_id: 'o', database_prefix },
  }));
  await db.insertInto('services').values(rows).execute();
  queries.length = 0;
  return { owners: databaseOwners(db), queries };
}

describe.each(KINDS)('the owner of a database, on $name', ({ locate, explain }) => {
  test('is the service with the longest prefix of its name', async () => {
    const { owners } = await openServices(await locate());
    const names = ['acme_x', 'acme_two_x', 'acme_tw', 'acme', 'acme_two_', 'b', 'default', 's_0', 'zz', ''];
    for (const name of [...names, ...OTHERS.slice(0, 3).map((prefix) => `${prefix}logs`), 's_99999999__x']) {
      const [longest] = PREFIXES.filter((prefix) => name.startsWith(prefix)).sort(
        (a, b) => b.length - a.length,
      );
      expect([name, await owners.mayName('of ', name)]).toEqual([name, longest === '']);
    }
  });

  test('is found by the index of the prefixes, with a few searches', async () => {
    const location = await locate();
    const { owners, queries } = await openServices(location);
    // The last prefix before it is no prefix of it, nor is the last one before what both begin with.
    expect(await owners.mayName('of ', 's_99999999__logs')).toBe(true);
    const searches = queries.filter((query) => query.includes('<='));
    expect(searches.length).toBeLessThanOrEqual(3);
    const plan = await explain(location, searches[0] ?? '');
    expect(plan).toMatch(/services USING INDEX \w+ \(database_prefix<\?\)|Index Cond: \(database_prefix <= /);
    expect(plan).not.toMatch(/SCAN|Seq Scan|Sort|TEMP B-TREE/);
  });
});
