import { describe, expect, test } from 'vitest';
import type { CheckedDestination } from '../../src/compile/checked-destination.ts';
import { compileDestination, tablesOf } from '../../src/compile/destination-plan.ts';
import type { PipeDefinition } from '../../src/pipe.ts';
import type { TenantPipe } from '../../src/pipe-runtime.ts';
import { createErrorsTable, createTable } from '../../src/tables/table-statements.ts';
import { definition, objectStorage } from '../support/pipes.ts';

const COLUMNS = [
  { name: 'order_id', type: 'UInt64' },
  { name: 'items', type: 'UInt16' },
  { name: 'note', type: 'Nullable(String)' },
  { name: 'ordered_at', type: 'DateTime' },
];
const MAPPED = [
  { sourceField: 'orderId', destinationField: 'order_id' },
  { sourceField: 'when', destinationField: 'ordered_at' },
];

const BY_ORDER = { engine: { type: 'MergeTree' as const }, sortingKey: ['order_id'] };

interface Golden {
  readonly definition: PipeDefinition;
  /** What the engine made of the expressions. */
  readonly checked?: Partial<CheckedDestination>;
  readonly databasePrefix?: string;
}

/** Pipes, and the statements that they become. */
const GOLDEN: Readonly<Record<string, Golden>> = {
  'a table without keys': {
    definition: definition({
      columns: COLUMNS,
      tableDefinition: { engine: { type: 'MergeTree' }, sortingKey: [] },
    }),
  },
  'the newest version of a row': {
    definition: definition({
      database: 'default',
      table: 'orders `2026`',
      columns: COLUMNS,
      tableDefinition: {
        engine: { type: 'ReplacingMergeTree', versionColumnId: 'ordered_at' },
        sortingKey: ['order_id', 'items'],
        partitionBy: 'toYYYYMM(ordered_at)',
        primaryKey: 'order_id',
      },
    }),
    checked: { partitionBy: 'toYYYYMM(ordered_at)', primaryKey: 'order_id' },
    databasePrefix: 's_0d1f7c3e__',
  },
  'summed columns': {
    definition: definition({
      columns: COLUMNS,
      tableDefinition: {
        engine: { type: 'SummingMergeTree', columnIds: ['items'] },
        sortingKey: ['order_id'],
      },
    }),
  },
  'no stored rows': {
    definition: definition({
      columns: COLUMNS,
      tableDefinition: { engine: { type: 'Null' }, sortingKey: [] },
    }),
  },
  'fields with other names': {
    definition: definition(
      { columns: COLUMNS, tableDefinition: BY_ORDER },
      { fieldMappings: [...MAPPED, { sourceField: 'orderId', destinationField: 'items' }] },
    ),
  },
  'fields of CSV': {
    definition: definition(
      { columns: COLUMNS, tableDefinition: BY_ORDER },
      { source: objectStorage({ format: 'CSV' }) },
    ),
  },
  'mapped fields of CSV': {
    definition: definition(
      { columns: COLUMNS, tableDefinition: BY_ORDER },
      {
        source: objectStorage({ format: 'CSV' }),
        fieldMappings: [
          { sourceField: 'c4', destinationField: 'order_id' },
          { sourceField: 'c2', destinationField: 'note' },
        ],
      },
    ),
  },
  'settings of the pipe': {
    definition: definition(
      { columns: COLUMNS, tableDefinition: BY_ORDER },
      {
        source: objectStorage({ format: 'Parquet' }),
        settings: { engine_min_insert_block_size_bytes: 0, engine_parallel_view_processing: true },
      },
    ),
  },
};

describe('a pipe becomes statements', () => {
  test.each(Object.entries(GOLDEN))('%s', async (name, golden) => {
    const pipe: TenantPipe = {
      id: '018f6d2a-7c41-7b0e-9d3f-2f6a1c5e8b34',
      definition: golden.definition,
      databasePrefix: golden.databasePrefix ?? '',
    };
    const { tableDefinition } = pipe.definition.destination;
    if (tableDefinition === undefined) throw new Error('The pipe has no table definition.');
    const checked = { columns: COLUMNS, ...golden.checked };
    const { table, errorsTable } = tablesOf(pipe);
    const statements = [
      createTable(table, pipe.id, tableDefinition, checked, { synced: true, cluster: undefined }).sql,
      createErrorsTable(errorsTable, { synced: false, cluster: undefined }).sql,
    ];
    const plan = compileDestination(pipe, COLUMNS);
    const text = `${statements.join(';\n\n')};\n\n${JSON.stringify(plan, null, 2)}\n`;
    await expect(text).toMatchFileSnapshot(`golden/${name.replaceAll(' ', '-')}.txt`);
  });

  test('a table of another owner has only a plan', () => {
    const pipe = {
      id: 'x',
      definition: definition({ managedTable: false, columns: COLUMNS }),
      databasePrefix: 'p__',
    };
    expect(compileDestination(pipe, COLUMNS).table).toEqual({ database: 'p__shop', table: 'orders' });
  });
});
