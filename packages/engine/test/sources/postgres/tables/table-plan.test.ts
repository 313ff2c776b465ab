import { describe, expect, test } from 'vitest';
import { mapping as tableMapping } from '../../../support/postgres/defined-pipe.ts';
import { replicatedDatabase } from '../../../support/postgres/replicated-database.ts';
import { planOf } from '../../../support/postgres/table-mapping.ts';

const KEYED = 'create table items (id int, part int, name text, note text, primary key (part, id))';

describe('the plan of a table', () => {
  test('sorts by the primary key, in its order, and custom keys precede it', async () => {
    const { client, run } = await replicatedDatabase();
    await run(KEYED);
    expect((await planOf(client, tableMapping('items'))).sortingKey).toEqual(['part', 'id']);
    await run('alter table items replica identity full');
    const custom = tableMapping('items', { useCustomSortingKey: true, sortingKeys: ['name', 'id'] });
    const plan = await planOf(client, custom);
    expect(plan.sortingKey).toEqual(['name', 'id', 'part']);
    expect(plan.columns.map(({ name, type }) => [name, type])).toEqual([
      ['id', 'Int32'],
      ['part', 'Int32'],
      ['name', 'String'],
      ['note', 'Nullable(String)'],
    ]);
    expect((await planOf(client, { ...custom, useCustomSortingKey: false })).sortingKey).toEqual([
      'part',
      'id',
    ]);
  });

  test('uses the index of the replica identity, or all columns, of a table without a primary key', async () => {
    const { client, run } = await replicatedDatabase();
    await run('create table items (id int not null, name text)', 'create unique index by_id on items (id)');
    await run('alter table items replica identity using index by_id');
    expect((await planOf(client, tableMapping('items'))).sortingKey).toEqual(['id']);
    await run('alter table items replica identity full');
    expect((await planOf(client, tableMapping('items'))).sortingKey).toEqual(['id', 'name']);
  });

  test('has no columns that are generated or excluded', async () => {
    const { client, run } = await replicatedDatabase();
    await run(
      'create table items (id int primary key, twice int generated always as (id * 2) stored, card text)',
    );
    const plan = await planOf(client, tableMapping('items', { excludedColumns: ['card'] }));
    expect(plan.columns.map(({ name }) => name)).toEqual(['id']);
  });

  test.each([
    [KEYED, { excludedColumns: ['part'] }, 'the column part identifies its rows; do not exclude it'],
    [
      KEYED,
      { excludedColumns: ['prat'] },
      'it has no column prat that could be copied; remove it from the mapping',
    ],
    [KEYED, { useCustomSortingKey: true, sortingKeys: ['nmae'] }, 'it has no column nmae'],
    [
      KEYED,
      { useCustomSortingKey: true, sortingKeys: ['name'] },
      'Postgres does not report the previous value of name, which the destination is sorted by; use other sorting keys, or run ALTER TABLE public.items REPLICA IDENTITY FULL',
    ],
    [
      'create table items (id int)',
      {},
      'it has no primary key, so Postgres does not report which row was changed; add a primary key, or run ALTER TABLE public.items REPLICA IDENTITY FULL',
    ],
    ['create table items (id int primary key deferrable)', {}, 'it has no primary key'],
    [`${KEYED}; alter table items replica identity nothing`, {}, 'it has no replica identity'],
    [
      'create table items (id int primary key, _is_deleted bool)',
      {},
      'the pipe has a column _is_deleted of its own; rename it, or exclude it',
    ],
    ['create table items ()', {}, 'no column is left; exclude fewer'],
  ])('reports why a table cannot be copied: %s %o', async (table, change, reason) => {
    const { client, run } = await replicatedDatabase();
    await run(table);
    await expect(planOf(client, tableMapping('items', change))).rejects.toMatchObject({
      code: 'schema_mismatch',
      message: expect.stringContaining(`The table public.items cannot be copied: ${reason}`),
    });
  });

  test('needs no replica identity if it is only copied', async () => {
    const { client, run } = await replicatedDatabase();
    await run('create table items (id int, name text)');
    const plan = await planOf(client, tableMapping('items'), { replicationMode: 'snapshot' });
    expect(plan.sortingKey).toEqual(['id', 'name']);
  });
});
