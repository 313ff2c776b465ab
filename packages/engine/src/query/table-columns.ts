import type { EnginePort, TableName } from '../port/engine-port.ts';
import type { TableColumn } from './checked-query.ts';

/** Dashboards send many queries at once, and the columns of a table rarely change. */
const KEPT_MS = 5_000;

interface Kept {
  readonly columns: Promise<readonly TableColumn[]>;
  readonly until: number;
}

const kept = new WeakMap<EnginePort, Map<string, Kept>>();

/** The columns of a table that can be read, in their order; none if the table does not exist. */
export function columnsOf(engine: EnginePort, table: TableName): Promise<readonly TableColumn[]> {
  const known = kept.get(engine) ?? new Map<string, Kept>();
  kept.set(engine, known);
  const now = performance.now();
  for (const [key, { until }] of known) if (until <= now) known.delete(key);
  const key = JSON.stringify([table.database, table.table]);
  const found = known.get(key);
  if (found !== undefined) return found.columns;
  const columns = readColumns(engine, table);
  known.set(key, { columns, until: now + KEPT_MS });
  const forget = () => void known.delete(key);
  columns.then((some) => some.length === 0 && forget(), forget);
  return columns;
}

/** The columns of a table as they are now. */
export async function readColumns(
  engine: EnginePort,
  { database, table }: TableName,
): Promise<readonly TableColumn[]> {
  const result = await engine.query({
    sql: `SELECT name, type FROM system.columns
WHERE database = {database:String} AND table = {table:String} AND default_kind != 'EPHEMERAL' ORDER BY position`,
    parameters: { database, table },
    limits: { readonly: true, seconds: 10 },
  });
  return result.rows<TableColumn>();
}
