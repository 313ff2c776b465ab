import { expect, test } from 'vitest';
import { describeWithEngine } from '../../../support/engines.ts';
import { mapping } from '../../../support/postgres/defined-pipe.ts';
import { PostgresPipe } from '../../../support/postgres/postgres-pipe.ts';

describeWithEngine('tables of Postgres before they are copied', (engine) => {
  test('have their columns in the form of the engine', async () => {
    const pipe = await PostgresPipe.open(engine(), { settings: { allowNullableColumns: false } });
    await pipe.run(
      'create table orders (id bigint primary key, amount numeric(18,2), tags text[], card text)',
      'create table keyless (at timestamptz)',
    );
    pipe.map(mapping('orders', { excludedColumns: ['card'] }), mapping('keyless'));
    const { definition, secrets } = pipe.pipe;
    expect(await pipe.runtime.discoverSchema({ source: definition.source, secrets })).toEqual({
      tables: [
        {
          sourceSchemaName: 'public',
          sourceTable: 'orders',
          columns: [
            { name: 'id', type: 'Int64' },
            { name: 'amount', type: 'Decimal(18, 2)' },
            { name: 'tags', type: 'Array(String)' },
          ],
        },
        {
          sourceSchemaName: 'public',
          sourceTable: 'keyless',
          columns: [{ name: 'at', type: "DateTime64(6, 'UTC')" }],
        },
      ],
      sampledRows: 0,
    });
  });

  test('are reported if they do not exist', async () => {
    const pipe = await PostgresPipe.open(engine());
    pipe.map(mapping('missing'));
    const { definition, secrets } = pipe.pipe;
    await expect(pipe.runtime.discoverSchema({ source: definition.source, secrets })).rejects.toMatchObject({
      code: 'source_not_found',
      message: expect.stringContaining('The table "public"."missing" does not exist'),
    });
  });

  test('are reported with the mapping that does not fit them', async () => {
    const pipe = await PostgresPipe.open(engine());
    await pipe.run('create table orders (id int primary key)', 'create table keyless (id int)');
    pipe.map(
      mapping('orders'),
      mapping('keyless'),
      mapping('missing'),
      mapping('orders', { sortingKeys: ['name'] }),
    );
    const { read, errors } = await pipe.runtime.readSample(pipe.pipe);
    expect(read).toBe(true);
    expect(errors).toEqual([
      {
        pointer: '/source/postgres/tableMappings/1',
        message: expect.stringContaining('it has no primary key'),
      },
      { pointer: '/source/postgres/tableMappings/2', message: 'is not a table of the database' },
      {
        pointer: '/source/postgres/tableMappings/3',
        message: expect.stringContaining('it has no column name'),
      },
    ]);
  });

  test('are not read with a wrong password', async () => {
    const pipe = await PostgresPipe.open(engine());
    await pipe.run('create table orders (id int primary key)');
    pipe.map(mapping('orders'));
    const { definition } = pipe.pipe;
    const secrets = { credentials: { username: 'penstock', password: 'wrong' } };
    await expect(pipe.runtime.discoverSchema({ source: definition.source, secrets })).rejects.toMatchObject({
      code: 'authentication_failed',
    });
  });
});
