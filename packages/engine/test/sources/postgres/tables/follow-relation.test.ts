import { expect, test } from 'vitest';
import { qualifiedName } from '../../../../src/port/names.ts';
import { describeWithEngine } from '../../../support/engines.ts';
import { mapping as tableMapping } from '../../../support/postgres/defined-pipe.ts';
import {
  type ReplicatedDatabase,
  replicatedDatabase,
} from '../../../support/postgres/replicated-database.ts';
import { planned, planOf, storedRows, writerOf } from '../../../support/postgres/table-mapping.ts';

const signal = new AbortController().signal;

describeWithEngine('a table whose definition changes', (engine) => {
  async function start(database: ReplicatedDatabase, change: Parameters<typeof tableMapping>[1] = {}) {
    const plan = await planOf(database.client, tableMapping('items', change));
    const writer = await writerOf(engine(), database.client, [plan]);
    const changes = await database.follow();
    const write = async () => writer.write(await changes.take(), { token: 'unused', signal });
    const typeOf = async (column: string) => {
      const sql = `SELECT type FROM system.columns WHERE database = '${plan.table.database}' AND table = 'items' AND name = '${column}'`;
      return (await engine().query({ sql })).rows<{ type: string }>()[0]?.type;
    };
    return { writer, write, typeOf, plan };
  }

  test('gets columns that are added, also in the middle of a transaction', async () => {
    const database = await replicatedDatabase();
    await database.run('create table items (id int primary key, name text)');
    const { writer, write, plan } = await start(database);
    await database.run(`insert into items values (1, 'one')`);
    await database.run(
      `insert into items values (2, 'two')`,
      'alter table items add column price numeric(8,2), add column tags text[] not null default array[$$new$$]',
      `insert into items values (3, 'three', 1.5)`,
    );
    await write();
    expect(planned(writer).columns.map(({ name }) => name)).toEqual(['id', 'name', 'price', 'tags']);
    expect(await storedRows(engine(), planned(writer))).toEqual([
      { id: 1, name: 'one', price: null, tags: ['new'] },
      { id: 2, name: 'two', price: null, tags: ['new'] },
      { id: 3, name: 'three', price: '1.5', tags: ['new'] },
    ]);
    expect(plan.columns).toHaveLength(2);
  });

  test('keeps columns that are dropped, and writes nulls into them', async () => {
    const database = await replicatedDatabase();
    await database.run('create table items (id int primary key, name text, secret text)');
    const { writer, write, plan } = await start(database, { excludedColumns: ['secret'] });
    await database.run(`insert into items values (1, 'one')`);
    await database.run('alter table items drop column name, drop column secret');
    await database.run('insert into items values (2)');
    await write();
    expect(await storedRows(engine(), plan)).toEqual([
      { id: 1, name: 'one' },
      { id: 2, name: null },
    ]);
    expect(planned(writer).columns.map(({ name }) => name)).toEqual(['id']);
  });

  test('follows types that become wider, and columns that become nullable', async () => {
    const database = await replicatedDatabase();
    await database.run(
      'create table items (id int primary key, small int2 not null, price numeric(4,1), ratio float4, code int, day date)',
    );
    const { writer, write, typeOf } = await start(database);
    await database.run(`insert into items values (1, 2, 3.5, 4.5, 5, '2024-05-06')`);
    await write();
    await database.run(`alter table items alter small type int8, alter small drop not null, alter price type numeric(12,3),
      alter ratio type float8, alter code type text, alter day type timestamp`);
    await database.run(
      `insert into items values (2, null, 123456.789, 0.1, 'six', '2024-05-06 07:08:09.123456')`,
    );
    await write();
    expect(await storedRows(engine(), planned(writer))).toEqual([
      { id: 1, small: 2, price: '3.5', ratio: 4.5, code: '5', day: '2024-05-06 00:00:00.000000' },
      { id: 2, small: null, price: '123456.789', ratio: 0.1, code: 'six', day: '2024-05-06 07:08:09.123456' },
    ]);
    expect(await Promise.all(['small', 'price', 'ratio', 'code', 'day'].map(typeOf))).toEqual([
      'Nullable(Int64)',
      'Nullable(Decimal(12, 3))',
      'Nullable(Float64)',
      'Nullable(String)',
      "Nullable(DateTime64(6, 'UTC'))",
    ]);
  });

  test('keeps a type that has more values than the new one', async () => {
    const database = await replicatedDatabase();
    await database.run('create table items (id int primary key, amount int8, name text)');
    const { writer, write, typeOf } = await start(database);
    await database.run('alter table items alter amount type int2, alter amount set not null');
    await database.run(`insert into items values (1, 2, 'one')`);
    await write();
    expect(await typeOf('amount')).toBe('Nullable(Int64)');
    expect(await storedRows(engine(), planned(writer), 'id, amount')).toEqual([{ id: 1, amount: 2 }]);
  });

  test.each([
    [
      'alter table items rename column name to title',
      'its column name was renamed to title. Rename it back, or resync the pipe',
    ],
    [
      'alter table items rename to things',
      'it was renamed, moved to another schema, or dropped. Add it to the pipe again',
    ],
    [
      'alter table items drop constraint items_pkey, add primary key (id, name)',
      'the columns that identify its rows have changed. Resync the pipe',
    ],
    [
      'alter table items alter amount type date using null',
      'its column amount has the type Nullable(Int32), which cannot become Nullable(Date32)',
    ],
    ['alter table items add column _version int', 'the pipe has a column _version of its own'],
  ])('ends the work of the pipe with a reason: %s', async (statement, reason) => {
    const database = await replicatedDatabase();
    await database.run('create table items (id int primary key, name text not null, amount int)');
    const { write } = await start(database);
    await database.run(statement);
    const table = statement.includes('things') ? 'things' : 'items';
    await database.run(`insert into ${table} values (1, 'one')`);
    await expect(write()).rejects.toMatchObject({
      name: 'PipeError',
      code: 'schema_mismatch',
      message: expect.stringContaining(reason),
    });
  });

  test('changes no table that the pipe has not created', async () => {
    const database = await replicatedDatabase();
    await database.run('create table items (id int primary key, name text)');
    const plan = await planOf(database.client, tableMapping('items'));
    await engine().command({ sql: `CREATE DATABASE \`${plan.table.database}\`` });
    await engine().command({
      sql: `CREATE TABLE ${qualifiedName(plan.table)} (id Int32, name Nullable(String), _version UInt64, _is_deleted UInt8)
        ENGINE = ReplacingMergeTree(_version, _is_deleted) ORDER BY id`,
    });
    const { write } = await start(database);
    await database.run(`insert into items values (1, 'one')`);
    await write();
    expect(await storedRows(engine(), plan)).toEqual([{ id: 1, name: 'one' }]);
    await database.run('alter table items add column price int');
    await database.run(`insert into items values (2, 'two', 2)`);
    await expect(write()).rejects.toThrow('it has no column price');
  });

  test('is rejected if another table has its name', async () => {
    const database = await replicatedDatabase();
    await database.run('create table items (id int primary key, name text)');
    const plan = await planOf(database.client, tableMapping('items'));
    await engine().command({ sql: `CREATE DATABASE \`${plan.table.database}\`` });
    await engine().command({
      sql: `CREATE TABLE ${qualifiedName(plan.table)} (id UUID) ENGINE = MergeTree ORDER BY id`,
    });
    await expect(writerOf(engine(), database.client, [plan])).rejects.toThrow(
      /exists and does not fit the pipe: its engine is MergeTree, not ReplacingMergeTree/,
    );
    await engine().command({ sql: `DROP TABLE ${qualifiedName(plan.table)}` });
  });
});
