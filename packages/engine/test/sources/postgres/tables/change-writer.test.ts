import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { TransactionPart } from '../../../../src/sources/postgres/changes/change.ts';
import type { ChangeWriter } from '../../../../src/sources/postgres/tables/change-writer.ts';
import { describeWithEngine } from '../../../support/engines.ts';
import { mapping as tableMapping } from '../../../support/postgres/defined-pipe.ts';
import {
  type ReplicatedDatabase,
  replicatedDatabase,
} from '../../../support/postgres/replicated-database.ts';
import { planned, planOf, storedRows, writerOf } from '../../../support/postgres/table-mapping.ts';

const TABLE = [
  'create table items (id int, part int, name text, note text, tags text[], amount numeric(20,4), primary key (part, id))',
  'alter table items alter note set storage external',
  'alter table items alter tags set storage external',
] as const;

/** Stored apart from its row. */
const LARGE = `repeat('toast', 1000)`;

const signal = new AbortController().signal;
let token = 0;

function write(writer: ChangeWriter, parts: readonly TransactionPart[]) {
  token += 1;
  return writer.write(parts, { token: String(token), signal });
}

describeWithEngine('changes in tables', (engine) => {
  test('inserts, updates and deletions arrive', async () => {
    const database = await replicatedDatabase();
    await database.run(...TABLE);
    const writer = await writerOf(engine(), database.client, [
      await planOf(database.client, tableMapping('items')),
    ]);
    const changes = await database.follow();
    await database.run(
      `insert into items values (1, 1, 'one', null, '{a,"b c",NULL}', 1.5), (2, 1, 'two', 'x', null, null)`,
    );
    await database.run(`update items set name = 'uno' where id = 1`, 'delete from items where id = 2');
    const moved = await write(writer, await changes.take());
    expect(moved).toMatchObject({ rows: 4, errors: 0, batches: 1 });
    expect(moved.bytes).toBeGreaterThan(50);
    expect(await storedRows(engine(), planned(writer))).toEqual([
      { id: 1, part: 1, name: 'uno', note: null, tags: ['a', 'b c', null], amount: '1.5' },
    ]);
  });

  test('the last of several changes of a row in one transaction counts', async () => {
    const database = await replicatedDatabase();
    await database.run(...TABLE);
    const writer = await writerOf(engine(), database.client, [
      await planOf(database.client, tableMapping('items')),
    ]);
    const changes = await database.follow();
    await database.run(
      `insert into items values (1, 1, 'a', null, null, null)`,
      `update items set name = 'b'`,
      'delete from items',
      `insert into items values (1, 1, 'c', null, null, null)`,
      `update items set name = 'd'`,
    );
    await write(writer, await changes.take());
    expect(await storedRows(engine(), planned(writer), 'id, name')).toEqual([{ id: 1, name: 'd' }]);
  });

  test('values that are stored apart stay when other columns change', async () => {
    const database = await replicatedDatabase();
    await database.run(...TABLE);
    const writer = await writerOf(engine(), database.client, [
      await planOf(database.client, tableMapping('items')),
    ]);
    const changes = await database.follow();
    await database.run(
      `insert into items select i, 1, 'first', ${LARGE} || i, array_fill(${LARGE} || i, '{2}'), i from generate_series(1, 4) i`,
    );
    await write(writer, await changes.take());
    await database.run(`update items set name = 'from the destination'`);
    await database.run('update items set id = 12 where id = 2');
    await database.run(`update items set name = 'from the group' where id = 12`);
    await database.run(
      'update items set note = null where id = 3',
      `update items set name = 'later' where id = 3`,
    );
    await database.run(
      'delete from items where id = 4',
      `insert into items values (4, 1, 'again', 'small', '{}', 0)`,
    );
    await database.run(`update items set name = 'still small' where id = 4`);
    await write(writer, await changes.take());
    const summary = `id, name, length(note) AS note, arrayMap(tag -> right(tag, 1), tags) AS tags`;
    expect(await storedRows(engine(), planned(writer), summary)).toEqual([
      { id: 1, name: 'from the destination', note: 5_001, tags: ['1', '1'] },
      { id: 3, name: 'later', note: null, tags: ['3', '3'] },
      { id: 4, name: 'still small', note: 5, tags: [] },
      { id: 12, name: 'from the group', note: 5_001, tags: ['2', '2'] },
    ]);
  });

  test('a truncation deletes the rows from before it', async () => {
    const database = await replicatedDatabase();
    await database.run(...TABLE, 'create table others (id int primary key)');
    const writer = await writerOf(engine(), database.client, [
      await planOf(database.client, tableMapping('items')),
      await planOf(database.client, tableMapping('others')),
    ]);
    const changes = await database.follow();
    await database.run(`insert into items values (1, 1)`, 'insert into others values (1)');
    await database.run('truncate items, others', 'insert into items values (2, 1)');
    await database.run('insert into others values (3)');
    const parts = await changes.take();
    for (const _ of ['first', 'again']) {
      await write(writer, parts);
      expect(await storedRows(engine(), planned(writer), 'id')).toEqual([{ id: 2 }]);
      expect(await storedRows(engine(), planned(writer, 1), 'id')).toEqual([{ id: 3 }]);
    }
  });

  test('a table without a key is identified by all its columns', async () => {
    const database = await replicatedDatabase();
    await database.run('create table keyless (a int, b text)', 'alter table keyless replica identity full');
    const writer = await writerOf(engine(), database.client, [
      await planOf(database.client, tableMapping('keyless')),
    ]);
    const changes = await database.follow();
    await database.run(`insert into keyless values (1, ${LARGE}), (2, 'x'), (3, 'y')`);
    await database.run('update keyless set a = a + 10 where a < 3', 'delete from keyless where a = 12');
    await write(writer, await changes.take());
    expect(await storedRows(engine(), planned(writer), 'a, length(b) AS b')).toEqual([
      { a: 3, b: 1 },
      { a: 11, b: 5_000 },
    ]);
  });

  test('a MergeTree keeps every change, once', async () => {
    const database = await replicatedDatabase();
    await database.run(...TABLE);
    const mapping = tableMapping('items', { tableEngine: 'MergeTree' });
    const plan = await planOf(database.client, mapping);
    const writer = await writerOf(engine(), database.client, [plan]);
    const changes = await database.follow();
    await database.run(`insert into items values (1, 1, 'one', ${LARGE})`);
    const first = await changes.take();
    for (const _ of ['first', 'again']) await writer.write(first, { token: 'the same', signal });
    await database.run(`update items set name = 'uno'`, 'delete from items');
    await write(writer, await changes.take());
    const sql = `SELECT id, name, length(note) AS note, _is_deleted FROM \`${plan.table.database}\`.items ORDER BY _version`;
    expect((await engine().query({ sql })).rows()).toEqual([
      { id: 1, name: 'one', note: 5_000, _is_deleted: 0 },
      { id: 1, name: 'uno', note: 5_000, _is_deleted: 0 },
      { id: 1, name: null, note: null, _is_deleted: 1 },
    ]);
  });

  test('changes of other tables and columns that are excluded are left out', async () => {
    const database = await replicatedDatabase();
    await database.run(...TABLE, 'create table others (id int primary key)');
    const mapping = tableMapping('items', { excludedColumns: ['note', 'tags'] });
    const writer = await writerOf(engine(), database.client, [await planOf(database.client, mapping)]);
    const changes = await database.follow();
    await database.run(
      `insert into items values (1, 1, 'one', 'secret', '{secret}', 1)`,
      'insert into others values (1)',
    );
    expect(await write(writer, await changes.take())).toMatchObject({ rows: 1 });
    expect(await storedRows(engine(), planned(writer))).toEqual([
      { id: 1, part: 1, name: 'one', amount: '1' },
    ]);
  });

  test('any changes, in groups of any size and written again from any position, lead to the same rows', async () => {
    const database = await replicatedDatabase();
    await database.run(...TABLE);
    const plan = await planOf(database.client, tableMapping('items'));
    const writer = await writerOf(engine(), database.client, [plan]);
    const changes = await database.follow();
    let parts: TransactionPart[] = [];
    await fc.assert(
      fc.asyncProperty(
        fc.array(transaction, { minLength: 1, maxLength: 12 }),
        groups,
        async (transactions, sizes) => {
          for (const statements of transactions) await attempt(database, statements);
          const begin = Math.max(0, parts.length - 3);
          parts = [...parts, ...(await changes.take())];
          for (let from = begin; from < parts.length; ) {
            const { size = 1, back = 0 } = sizes[from % sizes.length] ?? {};
            await write(writer, parts.slice(Math.max(0, from - back), from + size));
            from += size;
          }
          const { rows } = await database.client.query(
            'select id, part, name, note, tags, amount::float8::text as amount from items order by id, part',
          );
          expect(await storedRows(engine(), plan)).toEqual(rows);
        },
      ),
      { numRuns: 8 },
    );
  });
});

const key = fc.tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 2 }));
const text = fc.constantFrom('null', `'small'`, `${LARGE}`, `repeat('other', 900)`);

const statement = fc.oneof(
  {
    weight: 3,
    arbitrary: fc
      .tuple(key, text, text)
      .map(
        ([[id, part], name, note]) =>
          `insert into items values (${id}, ${part}, left(${name}, 9), ${note}, array[${note}, null], ${id}.25) on conflict do nothing`,
      ),
  },
  {
    weight: 3,
    arbitrary: fc
      .tuple(key, text)
      .map(
        ([[id, part], name]) =>
          `update items set name = left(${name}, 9) where id = ${id} and part = ${part}`,
      ),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(key, key)
      .map(
        ([[id, part], [to, toPart]]) =>
          `update items set id = ${to}, part = ${toPart} where id = ${id} and part = ${part}`,
      ),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(key, text)
      .map(([[id, part], note]) => `update items set note = ${note} where id = ${id} and part = ${part}`),
  },
  { weight: 2, arbitrary: key.map(([id, part]) => `delete from items where id = ${id} and part = ${part}`) },
  { weight: 1, arbitrary: fc.constant('savepoint s; delete from items; rollback to s') },
  { weight: 1, arbitrary: fc.constant('update items set amount = amount + 1') },
);
const transaction = fc.array(statement, { minLength: 1, maxLength: 5 });
/** How many parts are written together, and how many of the previous ones are written again before them. */
const groups = fc.array(fc.record({ size: fc.integer({ min: 1, max: 5 }), back: fc.nat(4) }), {
  minLength: 1,
});

/** A transaction that violates the key is rolled back. */
async function attempt({ client }: ReplicatedDatabase, statements: readonly string[]): Promise<void> {
  try {
    await client.query(['begin', ...statements, 'commit'].join('; '));
  } catch {
    await client.query('rollback');
  }
}
