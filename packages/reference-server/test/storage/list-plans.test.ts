import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { operations, resources } from '@penstock/contract';
import { createPostgresDatabase } from '@penstock/postgresql/databases';
import pg from 'pg';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { pipeRepository } from '../../src/pipes/repository.ts';
import { alertRepository } from '../../src/stack/alerts/repository.ts';
import { dashboardRepository } from '../../src/stack/dashboards/repository.ts';
import { savedSearchRepository } from '../../src/stack/saved-searches/repository.ts';
import { sourceRepository } from '../../src/stack/sources/repository.ts';
import { webhookRepository } from '../../src/stack/webhooks/repository.ts';
import { type Database, type DatabaseLocation, openDatabase } from '../../src/storage/database.ts';
import { VAULT } from '../support/stored-pipes.ts';
import { temporaryFolder } from '../support/test-server.ts';

interface Lists {
  list(tenantId: string, filter: object, limit: number, afterId: string | undefined): Promise<unknown>;
}

const REPOSITORIES: Readonly<Record<string, (db: Database) => Lists>> = {
  pipes: (db) => pipeRepository(db, VAULT),
  dashboards: dashboardRepository,
  alerts: alertRepository,
  sources: sourceRepository,
  webhooks: (db) => webhookRepository(db, VAULT),
  'saved-searches': savedSearchRepository,
};

/** The query that reads a page of a list after its first one. */
async function queryOf(location: DatabaseLocation, list: string, filter: object): Promise<string> {
  const queries: string[] = [];
  const { db } = await openDatabase(location, (query) => queries.push(query));
  onTestFinished(() => db.destroy());
  queries.length = 0;
  await REPOSITORIES[list]?.(db).list('tenant', filter, 10, 'id');
  expect(queries).toHaveLength(1);
  return queries[0] ?? '';
}

async function planOf(list: string, filter: object): Promise<string[]> {
  const file = join(temporaryFolder(), 'penstock.db');
  const query = await queryOf({ file }, list, filter);
  const database = new DatabaseSync(file, { readOnly: true });
  const steps = database.prepare(`explain query plan ${query}`).all();
  database.close();
  return steps.map(({ detail }) => String(detail));
}

/** The first step of the plan for each filter. `id>?` continues after the previous page by the same index. */
const SEARCHES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  pipes: {
    state: 'pipes USING INDEX pipes_by_state (service_id=? AND state=? AND id>?)',
    name: 'pipes USING INDEX pipes_by_name (service_id=? AND name>? AND name<?)',
  },
  dashboards: {
    name: 'd USING INDEX dashboards_by_name (tenant_id=? AND name>? AND name<?)',
    tag: 't USING COVERING INDEX dashboard_tags_by_tag (tenant_id=? AND tag=? AND resource_id>?)',
  },
  alerts: {
    state: 'd USING INDEX alerts_by_state (tenant_id=? AND state=? AND id>?)',
    dashboardId: 'd USING INDEX alerts_by_dashboard_id (tenant_id=? AND dashboard_id=? AND id>?)',
    savedSearchId: 'd USING INDEX alerts_by_saved_search_id (tenant_id=? AND saved_search_id=? AND id>?)',
    webhookId: 'd USING INDEX alerts_by_webhook_id (tenant_id=? AND webhook_id=? AND id>?)',
  },
  sources: { kind: 'd USING INDEX sources_by_kind (tenant_id=? AND kind=? AND id>?)' },
  webhooks: {},
  'saved-searches': {
    name: 'd USING INDEX saved_searches_by_name (tenant_id=? AND name>? AND name<?)',
    tag: 't USING COVERING INDEX saved_search_tags_by_tag (tenant_id=? AND tag=? AND resource_id>?)',
  },
};

const PAGING: readonly string[] = ['limit', 'cursor'];

test.each(Object.values(resources.management))(
  'the filters of $name are those of the contract',
  ({ name, list }) => {
    const filters = operations[list].queryParameters.filter((parameter) => !PAGING.includes(parameter));
    expect(Object.keys(SEARCHES[name] ?? {})).toEqual(filters);
  },
);

test.each(
  Object.entries(SEARCHES).flatMap(([list, searches]) =>
    Object.entries(searches).map(([filter, search]) => [list, filter, search] as const),
  ),
)('a page of %s by %s is read by its index', async (list, filter, search) => {
  const [first] = await planOf(list, { [filter]: 'x' });
  expect(first).toBe(`SEARCH ${search}`);
});

describe('on PostgreSQL', () => {
  let url: string;
  beforeAll(async () => {
    url = await createPostgresDatabase();
  });

  /** In the order of the list. PostgreSQL prefers it for names, unless few rows have them by its statistics. */
  const ORDERED: Readonly<Record<string, string>> = {
    pipes: 'pipes_by_service',
    dashboards: 'dashboards_key',
    'saved-searches': 'saved_searches_key',
  };

  /** The plan for any values. Without sequential scans, because an empty table is read by one whatever its indices are. */
  async function postgresPlanOf(list: string, filter: object): Promise<string> {
    const query = await queryOf({ url }, list, filter);
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      await client.query('begin; set local enable_seqscan = off; set local enable_bitmapscan = off');
      if ('name' in filter)
        await client.query('update pg_index set indisvalid = false where indexrelid = $1::regclass', [
          ORDERED[list],
        ]);
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain (generic_plan) ${query}`);
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    } finally {
      await client.end();
    }
  }

  test.each(
    Object.entries(SEARCHES).flatMap(([list, searches]) =>
      Object.entries(searches).map(([filter, search]) => [list, filter, search] as const),
    ),
  )('a page of %s by %s is read by its index', async (list, filter, search) => {
    const plan = await postgresPlanOf(list, { [filter]: 'x' });
    const [, index = '', column = ''] = /INDEX (\S+) \(\w+=\? AND (\w+)/.exec(search) ?? [];
    expect(plan).not.toContain('Seq Scan');
    expect(plan).toContain(index);
    expect(plan).toMatch(new RegExp(`Index Cond: .*\\b${column}\\b`));
  });
});
