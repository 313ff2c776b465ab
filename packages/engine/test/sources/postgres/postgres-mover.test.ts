import { describe, expect, test } from 'vitest';
import { describeWithEngine } from '../../support/engines.ts';
import { mapping } from '../../support/postgres/defined-pipe.ts';
import { PostgresPipe } from '../../support/postgres/postgres-pipe.ts';

const ORDERS = 'CREATE TABLE orders (id int PRIMARY KEY, text text)';

describeWithEngine('a pipe from Postgres', (engine) => {
  describe.each(['newest', '15'] as const)('version %s', (version) => {
    test('copies tables, follows their changes, and removes what it made', async () => {
      const shop = await PostgresPipe.open(engine(), { version });
      await shop.run(ORDERS, `INSERT INTO orders SELECT i, 'row ' || i FROM generate_series(1, 5000) i`);
      shop.map(mapping('orders'));
      await shop.start();
      expect(await shop.rows('orders')).toEqual(await shop.sourceRows('orders'));
      await shop.run(
        `INSERT INTO orders VALUES (5001, 'new')`,
        `UPDATE orders SET text = 'changed' WHERE id = 7`,
        'UPDATE orders SET id = -1 WHERE id = 1',
        'DELETE FROM orders WHERE id = 2',
      );
      await shop.moveUntilEqual('orders');
      const { snapshot } = await shop.runtime.readMetrics(shop.pipe, 0, 1);
      expect(snapshot).toMatchObject({ tables: 1, copiedTables: 1, copiedRows: 5000 });
      await shop.release();
      const left = `SELECT slot_name FROM pg_replication_slots WHERE database = current_database()
        UNION ALL SELECT pubname FROM pg_publication`;
      expect(await shop.query(left)).toEqual([]);
    });
  });
});
