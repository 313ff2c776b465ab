import { type Kysely, sql } from 'kysely';
import { expect, test } from 'vitest';
import { pipeRepository } from '../../src/pipes/repository.ts';
import type { Alert } from '../../src/stack/alerts/alert.ts';
import { alertRepository } from '../../src/stack/alerts/repository.ts';
import type { Dashboard } from '../../src/stack/dashboards/dashboard.ts';
import { dashboardRepository } from '../../src/stack/dashboards/repository.ts';
import { savedSearchRepository } from '../../src/stack/saved-searches/repository.ts';
import type { SavedSearch } from '../../src/stack/saved-searches/saved-search.ts';
import { sourceRepository } from '../../src/stack/sources/repository.ts';
import type { Source } from '../../src/stack/sources/source.ts';
import { webhookRepository } from '../../src/stack/webhooks/repository.ts';
import { NameTaken, type StoredWebhook } from '../../src/stack/webhooks/webhook.ts';
import { openDatabase } from '../../src/storage/database.ts';
import { createVault } from '../../src/storage/encryption.ts';
import { idempotencyRepository } from '../../src/storage/idempotency-records.ts';
import type { Schema } from '../../src/storage/schema.ts';
import { inTransaction } from '../../src/storage/transaction.ts';
import { removeExpired } from '../../src/worker/housekeeping.ts';
import { describeOnBoth } from '../support/databases.ts';
import { requestExample } from '../support/examples.ts';
import {
  FAILURE,
  NOW,
  newPipe,
  openForTest,
  openWithService,
  SERVICE,
  VAULT,
} from '../support/stored-pipes.ts';

const owned = (id: string, team = 'team-1') => ({ id, team, createdAt: NOW, updatedAt: NOW });
const events = (db: Kysely<Schema>) =>
  db.selectFrom('outbox').select(['kind', 'subject']).orderBy('id').execute();

describeOnBoth('migrations', (databases) => {
  test('run once, every client comes first of several that start at once', async () => {
    const location = await databases.location();
    const opened = await Promise.all(Array.from({ length: 4 }, () => openForTest(location)));
    for (const db of opened) expect(await db.selectFrom('pipes').selectAll().execute()).toEqual([]);
    const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(
      opened[0] as Kysely<Schema>,
    );
    expect(rows).toEqual([{ name: '0001-initial' }]);
  });

  test('a database of a newer version is rejected, and left as it is', async () => {
    const location = await databases.location();
    const db = await openForTest(location);
    await sql`insert into kysely_migration values ('9999-from-the-future', '2099-01-01T00:00:00.000Z')`.execute(
      db,
    );
    await expect(openDatabase(location)).rejects.toThrow(
      /cannot be used: its tables are from a newer version \(9999-from-the-future\)/,
    );
    expect(await db.selectFrom('pipes').selectAll().execute()).toEqual([]);
  });
});

describeOnBoth('pipes', (databases) => {
  test('come back as they went in, secrets included, and only to their service', async () => {
    const db = await openWithService(await databases.location());
    const repository = pipeRepository(db, VAULT);
    const stored = newPipe({ name: 'A \u0000 \\ " \u{1f6b0} name', failure: FAILURE });
    await repository.insert(stored);
    const { secrets, ...record } = stored;
    expect(await repository.find(SERVICE, stored.id)).toEqual(record);
    expect(await repository.findWithSecrets(SERVICE, stored.id)).toEqual(stored);
    expect(await repository.find('service-2', stored.id)).toBeUndefined();
    expect(await repository.findWithSecrets('service-2', stored.id)).toBeUndefined();
    const raw = JSON.stringify(await db.selectFrom('pipes').selectAll().execute());
    for (const secret of Object.values(secrets.credentials ?? {})) expect(raw).not.toContain(secret);
  });

  test('are returned although their secrets cannot be decrypted', async () => {
    const db = await openWithService(await databases.location());
    const { secrets: _secrets, ...record } = newPipe();
    await pipeRepository(db, VAULT).insert({
      ...record,
      secrets: { connectionString: 'postgres://u:p@h/d' },
    });
    const otherKey = createVault([{ id: 'test', key: Buffer.alloc(32, 2) }]);
    const repository = pipeRepository(db, otherKey);
    expect(await repository.find(SERVICE, record.id)).toEqual(record);
    expect(await repository.list(SERVICE, {}, 9, undefined)).toEqual([record]);
    await expect(repository.findWithSecrets(SERVICE, record.id)).rejects.toThrow();
  });

  test('are listed in the order of their ids, page after page, by state and by the beginning of the name', async () => {
    const db = await openWithService(await databases.location());
    const repository = pipeRepository(db, VAULT);
    const names = ['b', 'B', 'a%', 'a_', 'ab', 'ä', '\u0000x', 'z'];
    const pipes = names.map((name, index) =>
      newPipe({ name, state: index % 2 === 0 ? 'Running' : 'Failed' }),
    );
    for (const each of pipes.toReversed()) await repository.insert(each);
    const list = async (...[filter, limit, after]: [object, number, string | undefined]) =>
      (await repository.list(SERVICE, filter, limit, after)).map(({ definition }) => definition.name);
    expect(await list({}, 100, undefined)).toEqual(names);
    expect(await list({}, 3, pipes[1]?.id)).toEqual(['a%', 'a_', 'ab']);
    expect(await list({ state: 'Failed' }, 2, pipes[1]?.id)).toEqual(['a_', 'ä']);
    expect(await list({ name: 'a' }, 9, undefined)).toEqual(['a%', 'a_', 'ab']);
    expect(await list({ name: 'a%' }, 9, undefined)).toEqual(['a%']);
    expect(await list({ name: '\u0000' }, 9, undefined)).toEqual(['\u0000x']);
    expect(await list({ state: '\u0000' }, 9, undefined)).toEqual([]);
  });

  test('of parallel changes of one version one is stored, with its event and its work', async () => {
    const db = await openWithService(await databases.location());
    const repository = pipeRepository(db, VAULT);
    const read = newPipe();
    await repository.insert(read);
    const change = (name: string) =>
      repository.replace(
        { ...read, definition: { ...read.definition, name }, generation: 2, version: 2 },
        read,
      );
    const stored = await Promise.all(['one', 'two', 'three'].map(change));
    expect(stored.filter(Boolean)).toHaveLength(1);
    const winner = ['one', 'two', 'three'][stored.indexOf(true)];
    expect((await repository.find(SERVICE, read.id))?.definition.name).toBe(winner);
    expect(await events(db)).toEqual([
      { kind: 'pipe.created', subject: read.id },
      { kind: 'pipe.updated', subject: read.id },
    ]);
    const work = await db.selectFrom('pipe_work').select(['pipe_id', 'attempts', 'owner']).execute();
    expect(work).toEqual([{ pipe_id: read.id, attempts: 0, owner: null }]);
  });

  test('a deleted one is not found', async () => {
    const db = await openWithService(await databases.location());
    const repository = pipeRepository(db, VAULT);
    const read = newPipe();
    await repository.insert(read);
    expect(await repository.markDeleted(read)).toBe(true);
    expect(await repository.markDeleted(read)).toBe(false);
    expect(await repository.find(SERVICE, read.id)).toBeUndefined();
    expect(await repository.list(SERVICE, {}, 9, undefined)).toEqual([]);
    expect((await events(db)).at(-1)).toEqual({ kind: 'pipe.deleted', subject: read.id });
  });

  test('what a transaction undoes leaves neither row nor event nor work', async () => {
    const db = await openWithService(await databases.location());
    const failing = inTransaction(db, async (transaction) => {
      await pipeRepository(transaction, VAULT).insert(newPipe());
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    for (const table of ['pipes', 'outbox', 'pipe_work'] as const)
      expect(await db.selectFrom(table).selectAll().execute()).toEqual([]);
  });
});

describeOnBoth('the stack', (databases) => {
  const alert = (id: string, changes: Partial<Alert> = {}) => ({
    resource: {
      ...requestExample('createAlert', 'tile'),
      ...owned(id),
      state: 'inactive',
      ...changes,
    } as Alert,
    version: 1,
  });

  test('every resource comes back as it went in', async () => {
    const db = await openForTest(await databases.location());
    const tile = {
      id: 't',
      name: 'T',
      x: 0,
      y: 0,
      w: 1,
      h: 1,
      config: { displayType: 'markdown', markdown: '\u0000' },
    };
    const dashboard = {
      name: 'D',
      tags: ['x'],
      tiles: [tile],
      filters: [],
      ...owned('d'),
    } as unknown as Dashboard;
    const source = { ...requestExample('createSource', 'log'), ...owned('s') } as Source;
    const search = { ...requestExample('createSavedSearch', 'errors'), ...owned('q') } as SavedSearch;
    const webhook = {
      ...{ name: '\u0000hook', service: 'generic', url: 'https://example.com', ...owned('w') },
      secrets: { secret: 'whsec_1' },
    } as StoredWebhook;
    const each = [
      [dashboardRepository(db), dashboard],
      [sourceRepository(db), source],
      [savedSearchRepository(db), search],
      [webhookRepository(db, VAULT), webhook],
      [alertRepository(db), alert('a').resource],
    ] as const;
    for (const [repository, resource] of each) {
      await repository.insert({ resource, version: 1 } as never);
      expect(await repository.find('team-1', resource.id)).toEqual({ resource, version: 1 });
      expect(await repository.find('team-2', resource.id)).toBeUndefined();
      expect(await repository.existing('team-1', [resource.id, '\u0000', 'other'])).toEqual(
        new Set([resource.id]),
      );
      expect(await repository.replace({ resource, version: 3 } as never, 2)).toBe(false);
      expect(await repository.replace({ resource, version: 2 } as never, 1)).toBe(true);
      expect(await repository.remove('team-1', resource.id, 1)).toBe(false);
      expect(await repository.remove('team-1', resource.id, 2)).toBe(true);
    }
    const kinds = (await events(db)).map(({ kind }) => kind.split('.')[1]);
    expect(kinds).toEqual(each.flatMap(() => ['created', 'updated', 'deleted']));
  });

  test('alerts are found by state and dashboard, and go with tiles and searches', async () => {
    const db = await openForTest(await databases.location());
    const alerts = alertRepository(db);
    const onTile = (id: string, dashboardId: string, tileId: string, state = 'inactive') =>
      alerts.insert(alert(id, { dashboardId, tileId, state } as Partial<Alert>));
    await onTile('a1', 'd1', 't1');
    await onTile('a2', 'd1', 't2', 'firing');
    await onTile('a3', 'd2', 't1');
    await alerts.insert(alert('a4', { source: 'search', savedSearchId: 'q1' } as Partial<Alert>));
    const list = async (filter: object) =>
      (await alerts.list('team-1', filter, 9, undefined)).map(({ id }) => id);
    expect(await list({ state: 'firing' })).toEqual(['a2']);
    expect(await list({ dashboardId: 'd1' })).toEqual(['a1', 'a2']);
    expect(await list({ dashboardId: '\u0000' })).toEqual([]);
    expect(await list({ savedSearchId: 'q1' })).toEqual(['a4']);
    const { webhookId } = alert('x').resource.channel;
    expect(await list({ webhookId })).toEqual(['a1', 'a2', 'a3', 'a4']);
    expect(await list({ webhookId, state: 'firing', dashboardId: 'd1' })).toEqual(['a2']);
    await alerts.removeOnTiles('team-1', 'd1', ['t2']);
    expect(await list({})).toEqual(['a2', 'a3', 'a4']);
    await alerts.removeOnTiles('team-1', 'd2', []);
    await alerts.removeOnSavedSearch('team-1', 'q1');
    expect(await list({})).toEqual(['a2']);
    const gone = (await events(db)).filter(({ kind }) => kind === 'alert.deleted');
    expect(gone.map(({ subject }) => subject)).toEqual(['a1', 'a3', 'a4']);
    expect(await alerts.countOnWebhook('team-1', alert('x').resource.channel.webhookId ?? '')).toBe(1);
  });

  test('dashboards are found by tag and by the beginning of the name, page after page', async () => {
    const db = await openForTest(await databases.location());
    const dashboards = dashboardRepository(db);
    const dashboard = (id: string, name: string, tags: string[], team?: string) =>
      ({ name, tags, tiles: [], filters: [], ...owned(id, team) }) as unknown as Dashboard;
    const stored = [
      dashboard('d1', 'Shop', ['a', 'a', '100%']),
      dashboard('d2', 'Shop_2', ['b']),
      dashboard('d3', 'shop', ['a', '\u0000']),
      dashboard('d4', 'Shop 100%', ['a', 'b']),
      dashboard('d5', 'Shop', ['a'], 'team-2'),
    ];
    for (const resource of stored) await dashboards.insert({ resource, version: 1 });
    const list = async (filter: object, limit = 9, afterId?: string) =>
      (await dashboards.list('team-1', filter, limit, afterId)).map(({ id }) => id);
    expect(await list({ tag: 'a' })).toEqual(['d1', 'd3', 'd4']);
    expect(await list({ tag: 'a' }, 1, 'd1')).toEqual(['d3']);
    expect(await list({ tag: '\u0000' })).toEqual(['d3']);
    expect(await list({ tag: '%' })).toEqual([]);
    expect(await list({ name: 'Shop' })).toEqual(['d1', 'd2', 'd4']);
    expect(await list({ name: 'Shop' }, 1, 'd1')).toEqual(['d2']);
    expect(await list({ name: 'Shop_' })).toEqual(['d2']);
    expect(await list({ name: 'Shop', tag: 'b' })).toEqual(['d2', 'd4']);
    expect(await list({ name: 'Shop', tag: 'b' }, 9, 'd2')).toEqual(['d4']);
    await dashboards.replace({ resource: dashboard('d1', 'Store', ['b']), version: 2 }, 1);
    await dashboards.remove('team-1', 'd4', 1);
    expect([await list({ tag: 'a' }), await list({ tag: 'b' })]).toEqual([['d3'], ['d1', 'd2']]);
    expect(await list({ name: 'Shop' })).toEqual(['d2']);
  });

  test('saved searches are found by tag and name, sources by kind', async () => {
    const db = await openForTest(await databases.location());
    const searches = savedSearchRepository(db);
    const sources = sourceRepository(db);
    for (const [id, name, tags] of [
      ['q1', 'Errors', ['x']],
      ['q2', 'All', ['x', 'y']],
    ] as const) {
      const resource = { ...requestExample('createSavedSearch', 'errors'), ...owned(id), name, tags };
      await searches.insert({ resource: resource as unknown as SavedSearch, version: 1 });
    }
    for (const [id, example] of [
      ['s1', 'log'],
      ['s2', 'trace'],
      ['s3', 'log'],
    ] as const) {
      const resource = { ...requestExample('createSource', example), ...owned(id) } as Source;
      await sources.insert({ resource, version: 1 });
    }
    const ids = (found: readonly { readonly id: string }[]) => found.map(({ id }) => id);
    expect(ids(await searches.list('team-1', { tag: 'x' }, 9, undefined))).toEqual(['q1', 'q2']);
    expect(ids(await searches.list('team-1', { tag: 'x', name: 'A' }, 9, undefined))).toEqual(['q2']);
    expect(ids(await searches.list('team-1', { name: 'Err' }, 9, undefined))).toEqual(['q1']);
    expect(ids(await sources.list('team-1', { kind: 'log' }, 9, 's1'))).toEqual(['s3']);
    expect(ids(await sources.list('team-1', { kind: 'unheard-of' }, 9, undefined))).toEqual([]);
  });

  test('uses of a source are those of the dashboards as they are now', async () => {
    const db = await openForTest(await databases.location());
    const dashboards = dashboardRepository(db);
    const tile = (sourceId: string) => ({ config: { displayType: 'search', sourceId } });
    const dashboard = (tiles: unknown[], filters: unknown[]) =>
      ({ name: 'D', tags: [], tiles, filters, ...owned('d') }) as unknown as Dashboard;
    const first = dashboard([tile('s1'), tile('s1'), tile('s2')], [{ sourceId: 's1' }]);
    await dashboards.insert({ resource: first, version: 1 });
    expect(await dashboards.usesOfSource('team-1', 's1')).toEqual({ tiles: 2, filters: 1 });
    expect(await dashboards.usesOfSource('team-2', 's1')).toEqual({ tiles: 0, filters: 0 });
    await dashboards.replace({ resource: dashboard([tile('s2')], []), version: 2 }, 1);
    expect(await dashboards.usesOfSource('team-1', 's1')).toEqual({ tiles: 0, filters: 0 });
    await dashboards.remove('team-1', 'd', 2);
    expect(await dashboards.usesOfSource('team-1', 's2')).toEqual({ tiles: 0, filters: 0 });
  });

  test('of parallel webhooks with one name one is stored', async () => {
    const db = await openForTest(await databases.location());
    const webhooks = webhookRepository(db, VAULT);
    const insert = (id: string) =>
      webhooks.insert({
        resource: {
          ...{ name: 'same', service: 'generic', url: 'https://example.com', ...owned(id) },
          secrets: { secret: 'x' },
        },
        version: 1,
      });
    const outcomes = await Promise.allSettled(['w1', 'w2', 'w3'].map(insert));
    const rejected = outcomes.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[];
    expect(rejected.map(({ reason }) => reason)).toEqual([expect.any(NameTaken), expect.any(NameTaken)]);
    expect(await events(db)).toHaveLength(1);
  });
});

describeOnBoth('idempotency records', (databases) => {
  const record = (key: string, created_at: string) => ({
    ...{ credential_id: 'c', key, created_at },
    request_hash: Buffer.from('hash'),
    answer: Buffer.from('first'),
  });

  test('a key is taken once, and again when it is a day old', async () => {
    const db = await openForTest(await databases.location());
    const records = idempotencyRepository(db);
    const [yesterday, today] = ['2026-01-01T00:00:00.000Z', '2026-01-02T00:00:00.000Z'];
    expect(await records.claim(record('k', yesterday), '2025-12-31T00:00:00.000Z')).toBe(true);
    expect(await records.claim(record('k', today), '2025-12-31T00:00:00.000Z')).toBe(false);
    expect(await records.claim(record('k', today), '2026-01-01T12:00:00.000Z')).toBe(true);
    await records.complete('c', 'k', Buffer.from('later'));
    const found = await records.find('c', 'k', '2026-01-01T12:00:00.000Z');
    expect(Buffer.from(found?.answer ?? []).toString()).toBe('later');
    expect(await records.find('c', 'k', '2026-01-02T12:00:00.000Z')).toBeUndefined();
  });

  test('housekeeping deletes expired rows only', async () => {
    const db = await openForTest(await databases.location());
    const records = idempotencyRepository(db);
    const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
    for (const [key, hours] of [
      ['old', 25],
      ['young', 23],
    ] as const)
      await records.claim(record(key, ago(hours)), ago(24));
    const event = { kind: 'pipe.created', tenant_id: 't', subject: 's', payload: '{}' };
    await db
      .insertInto('outbox')
      .values([
        { id: '1', created_at: ago(8 * 24), ...event },
        { id: '2', created_at: ago(6 * 24), ...event },
      ])
      .execute();
    await removeExpired(db);
    const kept = await db.selectFrom('idempotency_records').select('key').execute();
    expect(kept).toEqual([{ key: 'young' }]);
    expect(await db.selectFrom('outbox').select('id').execute()).toEqual([{ id: '2' }]);
  });
});
