import { expect, test } from 'vitest';
import { describeWithEngine } from '../../support/engines.ts';
import { memoryLedger } from '../../support/memory-ledger.ts';
import { mapping } from '../../support/postgres/defined-pipe.ts';
import { PostgresPipe } from '../../support/postgres/postgres-pipe.ts';

const ORDERS = 'CREATE TABLE orders (id int PRIMARY KEY, text text)';
const ROWS = `INSERT INTO orders SELECT i, 'row ' || i FROM generate_series(1, 5000) i`;
const LARGE = `(SELECT string_agg(md5(i::text), '') FROM generate_series(1, 300) i)`;

describeWithEngine('the copy of a table of Postgres', (engine) => {
  test.each(['text', 'large values'])('continues after an interruption, with %s', async (values) => {
    let writes = 0;
    const ledger = memoryLedger((step) => {
      writes += step === 'finish' ? 1 : 0;
      if (writes === 5) throw new Error('The process ends.');
    });
    const shop = await PostgresPipe.open(engine(), { ledger });
    await shop.run(ORDERS, ROWS);
    if (values !== 'text') await shop.run(`UPDATE orders SET text = ${LARGE} WHERE id % 100 = 0`);
    shop.map(mapping('orders'));
    await shop.reach('Provisioning');
    await shop.reach('Setup');
    await expect(shop.reach('Snapshot')).rejects.toThrow('The process ends.');
    // Changes while no process works: the copy sees them, and the stream has them as well.
    await shop.run(
      'UPDATE orders SET id = -id WHERE id % 100 = 0',
      'DELETE FROM orders WHERE id = 5',
      `UPDATE orders SET text = 'changed' WHERE id BETWEEN 10 AND 20`,
      `INSERT INTO orders VALUES (6000, 'new')`,
    );
    await shop.reach('Snapshot');
    await shop.moveUntilEqual('orders');
  });

  test('uses a table again after the mapping was removed and added, without rows that were deleted since', async () => {
    const shop = await PostgresPipe.open(engine());
    await shop.run(ORDERS, ROWS, 'CREATE TABLE items (id int PRIMARY KEY, text text)');
    shop.map(mapping('orders'), mapping('items'));
    await shop.start();
    shop.map(mapping('items'));
    await shop.reach('Modifying');
    await shop.run('DELETE FROM orders WHERE id > 10', `INSERT INTO items VALUES (1, 'one')`);
    await shop.moveUntilEqual('items');
    shop.map(mapping('items'), mapping('orders'));
    for (const state of ['Modifying', 'Setup', 'Snapshot'] as const) await shop.reach(state);
    await shop.run(`INSERT INTO orders VALUES (11, 'eleven')`, `INSERT INTO items VALUES (2, 'two')`);
    await shop.moveUntilEqual('orders', 'items');
  });

  test('is made again by a resync, once for each command, into a table that replaces the old one', async () => {
    const shop = await PostgresPipe.open(engine());
    await shop.run(ORDERS, ROWS);
    shop.map(mapping('orders'));
    await shop.start();
    const table = `\`${shop.pipe.databasePrefix}shop\`.orders`;
    await engine().command({ sql: `INSERT INTO ${table} SELECT -1, 'foreign', 18446744073709551615, 0` });
    shop.pipe = { ...shop.pipe, generation: 2 };
    await shop.reach('Resync');
    expect(await shop.rows('orders')).toEqual(await shop.sourceRows('orders'));
    await shop.run('DELETE FROM orders WHERE id = 1');
    await shop.reach('Resync');
    await shop.moveUntilEqual('orders');
    const tables = await engine().query({
      sql: `SELECT name, comment FROM system.tables WHERE database = '${shop.pipe.databasePrefix}shop'`,
    });
    expect(tables.rows()).toEqual([{ name: 'orders', comment: `Created by the pipe ${shop.pipe.id}` }]);
  });

  test('reads partitioned tables, tables without rows, and several at once', async () => {
    const shop = await PostgresPipe.open(engine(), {
      settings: { snapshotNumberOfParallelTables: 3, replicationMode: 'snapshot' },
    });
    await shop.run(
      'CREATE TABLE parts (id int PRIMARY KEY, text text) PARTITION BY RANGE (id)',
      'CREATE TABLE parts_low PARTITION OF parts FOR VALUES FROM (0) TO (3000)',
      'CREATE TABLE parts_high PARTITION OF parts FOR VALUES FROM (3000) TO (9000)',
      `INSERT INTO parts SELECT i, 'row ' || i FROM generate_series(1, 5000) i`,
      'CREATE TABLE empty (id int PRIMARY KEY, text text)',
      ...[ORDERS, ROWS],
    );
    shop.map(mapping('parts'), mapping('empty'), mapping('orders'));
    await shop.start();
    for (const table of ['parts', 'empty', 'orders'])
      expect(await shop.rows(table)).toEqual(await shop.sourceRows(table));
    const { snapshot } = await shop.runtime.readMetrics(shop.pipe, 0, 1);
    expect(snapshot).toMatchObject({ tables: 3, copiedTables: 3, copiedRows: 10_000 });
    expect(await shop.query('SELECT FROM pg_replication_slots WHERE database = current_database()')).toEqual(
      [],
    );
  });
});
