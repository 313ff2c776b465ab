import { describe, expect, test } from 'vitest';
import type { Change, Tuple } from '../../../../src/sources/postgres/changes/change.ts';
import { formatLsn } from '../../../../src/sources/postgres/changes/lsn.ts';
import { IS_NULL, IS_UNCHANGED, TupleValues } from '../../../../src/sources/postgres/changes/tuple-values.ts';
import {
  followed,
  openStream,
  replicatedDatabase,
  whenReleased,
} from '../../../support/postgres/replicated-database.ts';

const TABLE = 'create table items (id int primary key, name text, note text)';

describe('a stream of changes', () => {
  test.each(['newest', '15'] as const)(
    'has inserts, updates and deletions, with PostgreSQL %s',
    async (version) => {
      const database = await replicatedDatabase(version);
      await database.run(TABLE);
      const changes = await database.follow();
      await database.run(`insert into items values (1, 'one', null)`);
      await database.run(`update items set name = 'uno' where id = 1`);
      await database.run('update items set id = 2');
      await database.run('delete from items');
      await database.run('truncate items');
      const seen = await changes.takeChanges();
      expect(seen.map(described)).toEqual([
        { kind: 'insert', row: ['1', 'one', null] },
        { kind: 'update', row: ['1', 'uno', null] },
        { kind: 'update', row: ['2', 'uno', null], key: ['1', null, null] },
        { kind: 'delete', key: ['2', null, null] },
        { kind: 'truncate', tables: ['items'] },
      ]);
      expect(seen.map(({ lsn }) => lsn)).toEqual(
        [...seen.map(({ lsn }) => lsn)].sort((a, b) => Number(a - b)),
      );
    },
  );

  test('has the row before a change if the table has the replica identity full', async () => {
    const database = await replicatedDatabase();
    await database.run(TABLE, 'alter table items replica identity full');
    const changes = await database.follow();
    await database.run(`insert into items values (1, 'one', 'first')`);
    await database.run(`update items set name = 'uno'`);
    expect((await changes.takeChanges()).map(described)).toEqual([
      { kind: 'insert', row: ['1', 'one', 'first'] },
      { kind: 'update', row: ['1', 'uno', 'first'], before: ['1', 'one', 'first'] },
    ]);
  });

  test('marks values that are stored apart and have not changed', async () => {
    const database = await replicatedDatabase();
    await database.run(TABLE, 'alter table items alter note set storage external');
    const changes = await database.follow();
    await database.run(`insert into items values (1, 'one', repeat('x', 10000))`);
    await database.run(`update items set name = 'uno'`);
    const [, update] = await changes.takeChanges();
    expect(described(update)).toEqual({ kind: 'update', row: ['1', 'uno', 'unchanged'] });
    expect(update).toMatchObject({ row: { hasUnchanged: true } });
  });

  test('has transactions in the order of their commits, without what was rolled back', async () => {
    const database = await replicatedDatabase();
    await database.run(TABLE);
    const changes = await database.follow();
    const begun = Date.now();
    await database.client.query('begin');
    await database.client.query(`insert into items values (1, 'kept', null)`);
    await database.client.query('savepoint half');
    await database.client.query(`insert into items values (2, 'rolled back', null)`);
    await database.client.query('rollback to half');
    await database.client.query(`insert into items values (3, 'kept', null)`);
    await database.client.query('commit');
    await database.run(`begin; insert into items values (4, 'rolled back', null); rollback`);
    await database.run(`insert into items values (5, 'kept', null)`);
    const parts = await changes.take();
    expect(parts.map((part) => part.changes.map((change) => described(change).row?.[0]))).toEqual([
      ['1', '3'],
      ['5'],
    ]);
    const [first, second] = parts;
    expect(first?.committedAt).toBeGreaterThan(begun - 1);
    expect(first?.committedAt).toBeLessThan(Date.now() + 1);
    expect(first?.endLsn).toBeLessThanOrEqual(second?.commitLsn ?? 0n);
  });

  test('has a large transaction in parts that are the same each time', async () => {
    const database = await replicatedDatabase();
    await database.run(TABLE);
    const changes = await database.follow();
    await database.run(
      `insert into items select i, repeat('x', 1000), null from generate_series(1, 10000) i`,
    );
    await database.run(`insert into items values (0, 'after', null)`);
    const parts = await changes.take();
    expect(parts.map(({ endLsn }) => endLsn !== undefined)).toEqual([false, false, true, true]);
    expect(parts.map(({ part }) => part)).toEqual([0, 1, 2, 0]);
    const ids = parts.flatMap((part) => part.changes.map((change) => described(change).row?.[0]));
    expect(ids).toEqual([...Array.from({ length: 10_000 }, (_, index) => String(index + 1)), '0']);
    await changes.stream.close();
    await whenReleased(database.client, changes.slot);
    const again = followed(database.client, await openStream(database.url, changes.slot, 0n));
    expect((await again.take()).map(sizeOf)).toEqual(parts.map(sizeOf));
    await again.stream.close();
  });

  test('keeps the position of the slot until it is acknowledged', async () => {
    const database = await replicatedDatabase();
    await database.run(TABLE);
    const changes = await database.follow();
    await database.run(`insert into items values (1, 'one', null)`);
    await database.run(`insert into items values (2, 'two', null)`);
    const [first] = await changes.take();
    changes.stream.acknowledge(first?.endLsn ?? 0n);
    await expect
      .poll(() =>
        database.client.query(
          'select confirmed_flush_lsn as lsn from pg_replication_slots where slot_name = $1',
          [changes.slot],
        ),
      )
      .toMatchObject({ rows: [{ lsn: formatLsn(first?.endLsn ?? 0n) }] });
    await changes.stream.close();
    await whenReleased(database.client, changes.slot);
    const again = followed(database.client, await openStream(database.url, changes.slot, 0n));
    expect((await again.takeChanges()).map(described)).toEqual([{ kind: 'insert', row: ['2', 'two', null] }]);
    await again.stream.close();
  });

  test('stops receiving while nothing is taken, and loses nothing', async () => {
    const database = await replicatedDatabase();
    await database.run(TABLE);
    const changes = await database.follow();
    for (let round = 0; round < 3; round += 1)
      await database.run(
        `insert into items select i + ${round * 10_000}, repeat('x', 2000), null from generate_series(1, 10000) i`,
      );
    const activity = `select wait_event from pg_stat_activity join pg_replication_slots on pid = active_pid where slot_name = $1`;
    await expect
      .poll(() => database.client.query(activity, [changes.slot]))
      .toMatchObject({ rows: [{ wait_event: 'WalSenderWriteData' }] });
    const seen = await changes.takeChanges();
    expect(seen).toHaveLength(30_000);
  });

  test('describes a table again after its definition has changed', async () => {
    const database = await replicatedDatabase();
    await database.run(TABLE);
    const changes = await database.follow();
    await database.run(`insert into items values (1, 'one', null)`);
    await database.run(`insert into items values (2, 'two', null)`);
    await database.run('alter table items add column more int');
    await database.run(`insert into items values (3, 'three', null, 3)`);
    const relations = (await changes.takeChanges()).map((change) => 'relation' in change && change.relation);
    expect(relations[0]).toBe(relations[1]);
    expect(relations[2]).toMatchObject({
      schema: 'public',
      table: 'items',
      columns: [
        { name: 'id', isKey: true, type: 23 },
        { name: 'name', isKey: false, type: 25 },
        { name: 'note' },
        { name: 'more', type: 23 },
      ],
    });
  });

  test('has changes of partitions as changes of their table', async () => {
    const database = await replicatedDatabase();
    await database.run(
      'create table parts (id int primary key) partition by range (id)',
      'create table parts_low partition of parts for values from (0) to (10)',
      'create table parts_high partition of parts for values from (10) to (20)',
    );
    const changes = await database.follow();
    await database.run('insert into parts values (1), (11)');
    await database.run('update parts set id = 12 where id = 1');
    expect(
      (await changes.takeChanges()).map((change) => [
        described(change),
        'relation' in change && change.relation.table,
      ]),
    ).toEqual([
      [{ kind: 'insert', row: ['1'] }, 'parts'],
      [{ kind: 'insert', row: ['11'] }, 'parts'],
      [{ kind: 'delete', key: ['1'] }, 'parts'],
      [{ kind: 'insert', row: ['12'] }, 'parts'],
    ]);
  });

  test('reports why it cannot start', async () => {
    const database = await replicatedDatabase();
    const { steps, close } = await openStream(database.url, 'missing', 0n);
    await expect(steps(new AbortController().signal)[Symbol.asyncIterator]().next()).rejects.toThrow(
      'replication slot "missing" does not exist',
    );
    await close();
  });

  test('ends when it is stopped', async () => {
    const database = await replicatedDatabase();
    const changes = await database.follow();
    await changes.take();
    const stop = new AbortController();
    const again = changes.stream.steps(stop.signal)[Symbol.asyncIterator]();
    stop.abort();
    expect(await again.next()).toMatchObject({ done: true });
  });
});

function sizeOf({
  part,
  bytes,
  changes,
  commitLsn,
}: Awaited<ReturnType<ReturnType<typeof followed>['take']>>[number]) {
  return { part, bytes, changes: changes.length, commitLsn };
}

interface Described {
  readonly kind: string;
  readonly row?: readonly (string | null)[];
  readonly key?: readonly (string | null)[];
  readonly before?: readonly (string | null)[];
  readonly tables?: readonly string[];
}

function described(change: Change | undefined): Described {
  if (change === undefined) return { kind: 'none' };
  if (change.kind === 'truncate')
    return { kind: 'truncate', tables: change.relations.map(({ table }) => table) };
  const previous =
    change.kind === 'insert' || change.previous === undefined
      ? {}
      : { [change.previous.isKey ? 'key' : 'before']: texts(change.previous.row) };
  return { kind: change.kind, ...(change.kind !== 'delete' && { row: texts(change.row) }), ...previous };
}

function texts(tuple: Tuple): (string | null)[] {
  const values = new TupleValues();
  values.read(tuple);
  return Array.from({ length: values.count }, (_, index) => {
    const [start = 0, length = 0] = [values.starts[index], values.lengths[index]];
    if (length === IS_NULL) return null;
    return length === IS_UNCHANGED ? 'unchanged' : tuple.bytes.toString('utf8', start, start + length);
  });
}
