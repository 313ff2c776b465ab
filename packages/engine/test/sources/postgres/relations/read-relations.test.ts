import { describe, expect, test } from 'vitest';
import { estimateRows, readRelations } from '../../../../src/sources/postgres/relations/read-relations.ts';
import { replicatedDatabase } from '../../../support/postgres/replicated-database.ts';

describe('tables of the catalog', () => {
  test.each(['newest', '15'] as const)(
    'are read with their columns and keys, from PostgreSQL %s',
    async (version) => {
      const { client, run } = await replicatedDatabase(version);
      await run(
        'create domain positive as int check (value > 0)',
        'create domain pair as positive[]',
        'create schema "odd ""schema"""',
        `create table "odd ""schema"""."The Table" (
        "a b" int not null, dropped int, price numeric(10,2), sums numeric(6,1)[][], "domain" positive, list pair, boxes box[],
        twice int generated always as ("a b" * 2) stored, primary key ("a b"))`,
        'alter table "odd ""schema"""."The Table" drop column dropped',
        'create view summary as select 1',
      );
      const [table, ...missing] = await readRelations(client, [
        { schema: 'odd "schema"', table: 'The Table' },
        { schema: 'public', table: 'missing' },
        { schema: 'public', table: 'summary' },
      ]);
      expect(missing).toEqual([undefined, undefined]);
      expect(table).toMatchObject({
        schema: 'odd "schema"',
        table: 'The Table',
        isPartitioned: false,
        primaryKey: ['a b'],
        replicaIdentity: { kind: 'default', columns: ['a b'] },
        columns: [
          {
            number: 1,
            name: 'a b',
            nullable: false,
            type: { oid: 23, modifier: -1, dimensions: 0, printed: 'integer' },
          },
          {
            number: 3,
            name: 'price',
            nullable: true,
            type: { oid: 1700, modifier: (10 << 16) + 2 + 4, dimensions: 0 },
          },
          { name: 'sums', type: { oid: 1700, modifier: (6 << 16) + 1 + 4, dimensions: 2, delimiter: ',' } },
          { name: 'domain', type: { oid: 23, dimensions: 0, printed: 'positive' } },
          { name: 'list', type: { oid: 23, dimensions: 1, printed: 'pair' } },
          { name: 'boxes', type: { oid: 603, dimensions: 1, delimiter: ';' } },
        ],
      });
    },
  );

  test('have the number of their rows, also if they are partitioned', async () => {
    const { client, run } = await replicatedDatabase();
    await run(
      'create table parts (id int primary key) partition by range (id)',
      'create table parts_low partition of parts for values from (0) to (500)',
      'create table parts_high partition of parts for values from (500) to (2000)',
      'insert into parts select generate_series(0, 999)',
    );
    await run('analyze parts');
    const [parts] = await readRelations(client, [{ schema: 'public', table: 'parts' }]);
    expect(parts).toMatchObject({ isPartitioned: true });
    expect(await estimateRows(client, { schema: 'public', table: 'parts' })).toBe(1000);
  });
});
