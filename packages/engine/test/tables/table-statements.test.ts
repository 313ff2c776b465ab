import { expect, test } from 'vitest';
import {
  alterTable,
  createDatabase,
  createErrorsTable,
  createTable,
  deleteRows,
  dropTable,
  exchangeTables,
  setWindow,
  type TableShape,
  type TableStorage,
} from '../../src/tables/table-statements.ts';
import { describeWithEngine } from '../support/engines.ts';

const STORAGES: Readonly<Record<string, TableStorage>> = {
  'the embedded engine': { synced: true, cluster: undefined },
  'a server': { synced: false, cluster: undefined },
  'a cluster': { synced: false, cluster: 'main-1' },
};

const SHAPES: Readonly<Record<string, TableShape>> = {
  plain: { engine: { type: 'MergeTree' }, sortingKey: [] },
  newest: {
    engine: { type: 'ReplacingMergeTree', versionColumnId: 'version' },
    sortingKey: ['id', 'odd `name`'],
  },
  replicated: {
    engine: { type: 'ReplacingMergeTree', versionColumnId: 'version', deletedColumnId: 'deleted' },
    sortingKey: ['id'],
  },
  summed: { engine: { type: 'SummingMergeTree', columnIds: ['count'] }, sortingKey: ['id'] },
  unstored: { engine: { type: 'Null' }, sortingKey: [] },
};

const CHECKED = {
  columns: [
    { name: 'id', type: 'UInt64' },
    { name: 'odd `name`', type: 'String' },
    { name: 'count', type: 'UInt64' },
    { name: 'version', type: 'UInt64' },
    { name: 'deleted', type: 'UInt8' },
  ],
  partitionBy: 'intDiv(id, 1000)',
};

const named = (table: string) => ({ database: 's_0d1f7c3e__shop', table });

/** Every statement about databases and tables that pipes need. */
function statementsFor(storage: TableStorage): string[] {
  const tables = Object.entries(SHAPES).map(([name, shape]) =>
    createTable(named(name), '018f6d2a-7c41-7b0e-9d3f-2f6a1c5e8b34', shape, CHECKED, storage),
  );
  const statements = [
    createDatabase(named('plain'), storage),
    ...tables,
    createErrorsTable(named('plain_pipe_errors'), storage),
    alterTable(named('plain'), ['ADD COLUMN IF NOT EXISTS `note` String'], storage),
    deleteRows(named('plain'), 'version < 7', storage),
    setWindow(named('plain'), storage),
    exchangeTables(named('plain'), named('plain_new'), storage),
    dropTable(named('plain_new'), storage),
  ];
  return statements.map(({ sql }) => sql);
}

describeWithEngine('statements about tables', (engine) => {
  test.each(Object.entries(STORAGES))('of %s', async (name, storage) => {
    const statements = statementsFor(storage);
    const file = `golden/${name.replaceAll(' ', '-')}.sql`;
    await expect(`${statements.join(';\n\n')};\n`).toMatchFileSnapshot(file);
  });

  test('are valid for the parser of the engine, also where no cluster can execute them', async () => {
    for (const statement of Object.values(STORAGES).flatMap(statementsFor)) {
      const query = {
        sql: 'SELECT formatQuerySingleLine({statement:String}) AS formatted',
        parameters: { statement },
      };
      const [row] = (await engine().query(query)).rows<{ formatted: string }>();
      expect(row?.formatted.includes('ON CLUSTER `main-1`')).toBe(statement.includes('ON CLUSTER `main-1`'));
    }
  });

  test('of a cluster that the engine does not know fail with a name that has a rule', async () => {
    const statement = createDatabase(named('plain'), { synced: false, cluster: 'main-1' });
    await expect(engine().command(statement)).rejects.toMatchObject({ type: 'CLUSTER_DOESNT_EXIST' });
  });
});
