import { expect, test } from 'vitest';
import { requireDestination } from '../../src/compile/check-destination.ts';
import { tablesOf } from '../../src/compile/destination-plan.ts';
import type { PipeDefinition } from '../../src/pipe.ts';
import type { RuntimePipe } from '../../src/pipe-runtime.ts';
import { qualifiedName } from '../../src/port/names.ts';
import { prepareTable } from '../../src/tables/prepare-table.ts';
import { describeWithEngine } from '../support/engines.ts';
import { definition, runtimePipe } from '../support/pipes.ts';

type Destination = PipeDefinition['destination'];
type TableDefinition = NonNullable<Destination['tableDefinition']>;

const ID = { name: 'id', type: 'UInt64' };
const NAME = { name: 'name', type: 'String' };
const UNMANAGED = { managedTable: false, tableDefinition: undefined } as unknown as Partial<Destination>;

describeWithEngine('the table of a pipe', (engine) => {
  const prepare = async (pipe: RuntimePipe) =>
    prepareTable(engine(), pipe, await requireDestination(engine(), pipe.definition));
  const query = async (sql: string) => (await engine().query({ sql })).rows();
  const nameOf = (pipe: RuntimePipe) => qualifiedName(tablesOf(pipe).table);
  const engineFullOf = async (pipe: RuntimePipe) => {
    const { database, table } = tablesOf(pipe).table;
    const [row] = await query(
      `SELECT engine_full FROM system.tables WHERE database = '${database}' AND name = '${table}'`,
    );
    return row?.engine_full;
  };
  /** The same pipe with another destination. */
  const changed = (pipe: RuntimePipe, destination: Partial<Destination>): RuntimePipe => ({
    ...pipe,
    definition: { ...pipe.definition, destination: { ...pipe.definition.destination, ...destination } },
  });
  /** A pipe of the same service into the same table. */
  const another = (pipe: RuntimePipe, destination: Partial<Destination> = {}): RuntimePipe => ({
    ...changed(pipe, destination),
    id: 'another pipe',
  });
  const created = async (columns: string, clauses = 'ENGINE = MergeTree ORDER BY id') => {
    const pipe = runtimePipe(definition(UNMANAGED));
    await engine().command({ sql: `CREATE DATABASE \`${tablesOf(pipe).table.database}\`` });
    await engine().command({ sql: `CREATE TABLE ${nameOf(pipe)} (${columns}) ${clauses}` });
    return pipe;
  };

  test.each<[string, TableDefinition, string]>([
    ['MergeTree', { engine: { type: 'MergeTree' }, sortingKey: [] }, 'MergeTree ORDER BY tuple()'],
    [
      'ReplacingMergeTree',
      {
        engine: { type: 'ReplacingMergeTree', versionColumnId: 'id' },
        sortingKey: ['name'],
        partitionBy: 'id % 2',
      },
      'ReplacingMergeTree(id) PARTITION BY (id % 2) ORDER BY (name)',
    ],
    [
      'SummingMergeTree',
      {
        engine: { type: 'SummingMergeTree', columnIds: ['n'] },
        sortingKey: ['name', 'id'],
        primaryKey: 'name',
      },
      'SummingMergeTree((n)) PRIMARY KEY (name) ORDER BY (name, id)',
    ],
  ])('is a %s with a deduplication window', async (_type, tableDefinition, engineFull) => {
    const pipe = runtimePipe(
      definition({ tableDefinition, columns: [ID, NAME, { name: 'n', type: 'Int64' }] }),
    );
    expect(await prepare(pipe)).toBe('exactly_once');
    expect(await prepare(pipe)).toBe('exactly_once');
    const created = await engineFullOf(pipe);
    expect(created).toContain(`${engineFull} SETTINGS`);
    expect(created).toContain('non_replicated_deduplication_window = 10000, fsync_after_insert = 1');
  });

  test('that stores nothing recognizes no repetition', async () => {
    const tableDefinition: TableDefinition = { engine: { type: 'Null' }, sortingKey: [] };
    expect(await prepare(runtimePipe(definition({ tableDefinition })))).toBe('at_least_once');
  });

  test('has the columns of all types that a pipe may have', async () => {
    const types = [
      'JSON',
      'Map(String, Array(UInt8))',
      "Enum8('a' = 1)",
      'Tuple(a UInt8, b String)',
      'LowCardinality(String)',
    ];
    const columns = [ID, ...types.map((type, index) => ({ name: `odd \`"\\ ${index}`, type }))];
    const pipe = runtimePipe(definition({ columns }));
    await prepare(pipe);
    expect(await prepare(pipe)).toBe('exactly_once');
  });

  test('gets new columns, and keeps those that the pipe no longer fills', async () => {
    const pipe = runtimePipe();
    await prepare(pipe);
    await engine().command({ sql: `INSERT INTO ${nameOf(pipe)} VALUES (1, '17')` });
    const extended = changed(pipe, { columns: [ID, { name: 'count', type: 'UInt32' }] });
    await prepare(extended);
    expect(await query(`SELECT * FROM ${nameOf(pipe)}`)).toEqual([{ id: 1, name: '17', count: 0 }]);
  });

  test('gets a new type if the stored values fit', async () => {
    const pipe = runtimePipe();
    await prepare(pipe);
    await engine().command({ sql: `INSERT INTO ${nameOf(pipe)} VALUES (1, '17')` });
    await prepare(changed(pipe, { columns: [ID, { name: 'name', type: 'UInt16' }] }));
    expect(await query(`SELECT * FROM ${nameOf(pipe)}`)).toEqual([{ id: 1, name: 17 }]);
    await engine().command({ sql: `INSERT INTO ${nameOf(pipe)} VALUES (2, 300)` });
    await expect(
      prepare(changed(pipe, { columns: [ID, { name: 'name', type: 'UInt8' }] })),
    ).rejects.toMatchObject({
      name: 'PipeError',
      code: 'schema_mismatch',
      message: expect.stringContaining('stored values do not fit'),
    });
    const key = changed(pipe, { columns: [{ name: 'id', type: 'String' }, NAME] });
    await expect(prepare(key)).rejects.toMatchObject({ code: 'schema_mismatch' });
    expect(await query(`SELECT * FROM ${nameOf(pipe)} ORDER BY id`)).toEqual([
      { id: 1, name: 17 },
      { id: 2, name: 300 },
    ]);
  });

  test('may be shared by pipes that define it in the same way, and only its creator changes it', async () => {
    const pipe = runtimePipe();
    await prepare(pipe);
    expect(await prepare(another(pipe))).toBe('exactly_once');
    expect(await prepare(another(pipe, { columns: [ID] }))).toBe('exactly_once');
    expect(await prepare(another(pipe, UNMANAGED))).toBe('exactly_once');
    await expect(
      prepare(another(pipe, { columns: [ID, NAME, { name: 'more', type: 'String' }] })),
    ).rejects.toMatchObject({
      code: 'schema_mismatch',
      message: expect.stringContaining('it has no column more'),
    });
    const tableDefinition: TableDefinition = { engine: { type: 'MergeTree' }, sortingKey: ['name'] };
    await expect(prepare(another(pipe, { tableDefinition }))).rejects.toMatchObject({
      code: 'schema_mismatch',
      message: expect.stringContaining('its sorting key is id, not name'),
    });
    await expect(
      prepare(
        another(pipe, { tableDefinition: { engine: { type: 'SummingMergeTree' }, sortingKey: ['id'] } }),
      ),
    ).rejects.toMatchObject({
      message: expect.stringContaining('its engine is MergeTree, not SummingMergeTree'),
    });
  });

  test('of a person gets a window if it has none', async () => {
    const pipe = await created('id UInt64, name LowCardinality(Nullable(String)), own String DEFAULT name');
    expect(await prepare(pipe)).toBe('exactly_once');
    expect(await engineFullOf(pipe)).toContain('non_replicated_deduplication_window = 10000');
  });

  test('of a person is at least once if it cannot have a window', async () => {
    const pipe = await created('id UInt64, name String', 'ENGINE = Memory');
    expect(await prepare(pipe)).toBe('at_least_once');
  });

  test('of a person that does not fit is reported with every conflict', async () => {
    const pipe = await created('id Int8, name String MATERIALIZED toString(id)');
    await expect(
      prepare(changed(pipe, { columns: [ID, NAME, { name: 'gone', type: 'UInt8' }] })),
    ).rejects.toMatchObject({
      code: 'schema_mismatch',
      message: expect.stringMatching(
        /does not fit the pipe: its column id has the type Int8, not UInt64; the engine computes its column name; it has no column gone\. Change/,
      ),
    });
  });

  test('of a person that takes no rows is reported', async () => {
    const pipe = await created('id UInt64, name String');
    const { database, table } = tablesOf(pipe).table;
    const view = { database, table: `view of ${table}` };
    await engine().command({ sql: `CREATE VIEW ${qualifiedName(view)} AS SELECT * FROM ${nameOf(pipe)}` });
    await expect(prepare(changed(pipe, { table: view.table }))).rejects.toMatchObject({
      code: 'schema_mismatch',
      message: expect.stringContaining('it is a View, which takes no rows'),
    });
  });

  test('of a person that does not exist is reported', async () => {
    await expect(prepare(runtimePipe(definition(UNMANAGED)))).rejects.toMatchObject({
      code: 'destination_failed',
      message: expect.stringMatching(/shop`.`orders` does not exist. Create it, or set managedTable to true/),
    });
  });
});
