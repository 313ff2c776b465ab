import { inOneLine } from '../expressions/check-types.ts';
import type { EnginePort, TableName } from '../port/engine-port.ts';

/** A table as the engine describes it. */
export interface ExistingTable {
  readonly engine: string;
  /** The engine with its arguments, its keys and its settings. */
  readonly engineFull: string;
  readonly sortingKey: string;
  readonly primaryKey: string;
  readonly partitionKey: string;
  readonly comment: string;
  readonly columns: ReadonlyMap<string, ExistingColumn>;
}

export interface ExistingColumn {
  readonly type: string;
  /** Whether the engine computes its values, so that rows cannot contain them. */
  readonly computed: boolean;
}

type TableRow = Record<
  'engine' | 'engineFull' | 'sortingKey' | 'primaryKey' | 'partitionKey' | 'comment',
  string
>;
type ColumnRow = Record<'name' | 'type' | 'kind', string>;

/** Undefined if the table does not exist. */
export async function findTable(
  engine: EnginePort,
  { database, table }: TableName,
): Promise<ExistingTable | undefined> {
  const parameters = { database, table };
  const [tables, columns] = await Promise.all([
    engine.query({
      sql: `SELECT engine, engine_full AS engineFull, sorting_key AS sortingKey, primary_key AS primaryKey,
        partition_key AS partitionKey, comment
        FROM system.tables WHERE database = {database:String} AND name = {table:String}`,
      parameters,
    }),
    engine.query({
      sql: `SELECT name, type, default_kind AS kind FROM system.columns
        WHERE database = {database:String} AND table = {table:String}`,
      parameters,
    }),
  ]);
  const [row] = tables.rows<TableRow>();
  if (row === undefined) return undefined;
  const described = columns
    .rows<ColumnRow>()
    .map(({ name, type, kind }): [string, ExistingColumn] => [
      name,
      { type: inOneLine(type), computed: kind === 'MATERIALIZED' || kind === 'ALIAS' },
    ]);
  return { ...row, columns: new Map(described) };
}

/** Whether the table recognizes a batch that is inserted again. Undefined if it cannot, whatever its settings are. */
export function recognizesRepetition({ engine, engineFull }: ExistingTable): boolean | undefined {
  if (!engine.endsWith('MergeTree')) return undefined;
  const replicated = /^(Replicated|Shared)/.test(engine);
  const name = replicated ? 'replicated_deduplication_window' : 'non_replicated_deduplication_window';
  const window = new RegExp(`\\b${name} = (\\d+)`).exec(engineFull)?.[1];
  // Replicated tables have a window by default.
  return window === undefined ? replicated : Number(window) > 0;
}
