import { expect, test } from 'vitest';
import { checkDestination } from '../../src/compile/check-destination.ts';
import type { PipeDefinition } from '../../src/pipe.ts';
import { describeWithEngine } from '../support/engines.ts';
import { definition, objectStorage } from '../support/pipes.ts';

type Destination = PipeDefinition['destination'];
type TableDefinition = NonNullable<Destination['tableDefinition']>;

const COLUMNS = [
  { name: 'id', type: 'UInt64' },
  { name: 'name', type: 'String' },
  { name: 'tags', type: 'Array(String)' },
];
const TABLE = '/destination/tableDefinition';

function withTable(table: Partial<TableDefinition>): PipeDefinition {
  const tableDefinition = { engine: { type: 'MergeTree' }, sortingKey: ['id'], ...table } as TableDefinition;
  return definition({ columns: COLUMNS, tableDefinition });
}

const mapping = (sourceField: string, destinationField: string) => ({ sourceField, destinationField });

const INVALID: readonly (readonly [string, PipeDefinition, string, RegExp])[] = [
  [
    'an unknown type',
    definition({ columns: [{ name: 'id', type: 'Int66' }] }),
    '/destination/columns/0/type',
    /Int66/,
  ],
  ['a key that waits', withTable({ partitionBy: 'sleep(3)' }), `${TABLE}/partitionBy`, /sleep/],
  [
    'a key that reads files',
    withTable({ partitionBy: "file('/etc/passwd')" }),
    `${TABLE}/partitionBy`,
    /file/,
  ],
  ['a key that selects', withTable({ partitionBy: '(SELECT 1)' }), `${TABLE}/partitionBy`, /subquery/],
  ['a key of another column', withTable({ partitionBy: 'other' }), `${TABLE}/partitionBy`, /not a column/],
  [
    'a key of decimals',
    withTable({ partitionBy: 'toFloat64(id)' }),
    `${TABLE}/partitionBy`,
    /not accepted by the engine/,
  ],
  [
    'a primary key that is no prefix',
    withTable({ primaryKey: 'name' }),
    `${TABLE}/primaryKey`,
    /not accepted by the engine/,
  ],
  [
    'a sorting key without column',
    withTable({ sortingKey: ['id', 'other'] }),
    `${TABLE}/sortingKey/1`,
    /name of a column/,
  ],
  [
    'a sorting key twice',
    withTable({ sortingKey: ['id', 'id'] }),
    `${TABLE}/sortingKey`,
    /not accepted by the engine/,
  ],
  [
    'a version of text',
    withTable({ engine: { type: 'ReplacingMergeTree', versionColumnId: 'name' } }),
    `${TABLE}/engine/versionColumnId`,
    /not accepted by the engine/,
  ],
  [
    'keys of a table that stores nothing',
    withTable({ engine: { type: 'Null' } }),
    `${TABLE}/sortingKey`,
    /does not apply to the engine Null/,
  ],
  [
    'a database of the engine',
    definition({ database: 'SYSTEM' }),
    '/destination/database',
    /database of the engine/,
  ],
  [
    'a table of rejected rows',
    definition({ table: 'orders_pipe_errors' }),
    '/destination/table',
    /rejected rows/,
  ],
  [
    'a field for columns of other types',
    { ...withTable({}), fieldMappings: [mapping('x', 'id'), mapping('x', 'tags')] },
    '/fieldMappings',
    /from the same field \(x\)/,
  ],
  [
    'a named field of CSV',
    definition({}, { source: objectStorage({ format: 'CSV' }), fieldMappings: [mapping('id', 'id')] }),
    '/fieldMappings/0/sourceField',
    /c1 for the first field/,
  ],
  [
    'parallel inserts',
    definition({}, { source: objectStorage(), settings: { engine_max_insert_threads: 2 } }),
    '/settings/engine_max_insert_threads',
    /at most 1/,
  ],
  [
    'objects in several columns',
    definition({}, { source: objectStorage({ format: 'JSONAsObject' }) }),
    '/destination/columns',
    /one column/,
  ],
  [
    'objects in a column of numbers',
    definition(
      { columns: [{ name: 'id', type: 'UInt64' }] },
      { source: objectStorage({ format: 'JSONAsObject' }) },
    ),
    '/destination/columns/0/type',
    /must be JSON/,
  ],
];

describeWithEngine('the destination of a pipe', (engine) => {
  test.each(INVALID)('with %s is rejected', async (_name, invalid, pointer, message) => {
    const { errors } = await checkDestination(engine(), invalid);
    expect(errors).toEqual([{ pointer, message: expect.stringMatching(message) }]);
  });

  test('is returned in the form of the engine', async () => {
    const valid = withTable({
      partitionBy: 'toInt64(id)%4',
      primaryKey: '(id)',
    });
    expect(await checkDestination(engine(), valid)).toEqual({
      checked: { columns: COLUMNS, partitionBy: 'toInt64(id) % 4', primaryKey: '(id)' },
      errors: [],
    });
  });

  test('may have many columns with long names, and many of them may be wrong', async () => {
    const columns = Array.from({ length: 2_000 }, (_, index) => ({
      name: `column ${'x'.repeat(200)} ${index}`,
      type: 'Nullable(UInt32)',
    }));
    const tableDefinition: TableDefinition = { engine: { type: 'MergeTree' }, sortingKey: [] };
    expect((await checkDestination(engine(), definition({ columns, tableDefinition }))).errors).toEqual([]);
    const wrong = columns.map(({ name }, index) => ({ name, type: `Wrong${index}` }));
    expect(
      (await checkDestination(engine(), definition({ columns: wrong, tableDefinition }))).errors,
    ).toHaveLength(20);
  });
});
