import type { EnginePort, TableName } from '../port/engine-port.ts';
import type { TableColumn } from './checked-query.ts';

/** Dashboards send many queries at once, and the columns of a table rarely change. */
const FRESH_MS = 5_000;

/** Older columns are used while they are read again, so that a query rarely waits for them. */
const KEPT_MS = 60_000;

interface Kept {
  readonly columns: Promise<readonly TableColumn[]>;
  readonly readAt: number;
}

type Tables = Map<string, Kept>;

const tables = new WeakMap<EnginePort, Tables>();

/** The columns of a table that can be read, in their order; none if the table does not exist. They can be out of date: see `rememberColumns`. */
export function columnsOf(engine: EnginePort, table: TableName): Promise<readonly TableColumn[]> {
  const known = knownTo(engine);
  const now = performance.now();
  for (const [key, { readAt }] of known) if (readAt <= now - KEPT_MS) known.delete(key);
  const found = known.get(keyOf(table));
  if (found === undefined) return keep(engine, table);
  if (found.readAt <= now - FRESH_MS) void keep(engine, table, found).catch(() => {});
  return found.columns;
}

/**
 * Remembers the columns that `columnsOf` returns now. The function that it returns reads them again, and returns whether the table
 * has others.
 */
export function rememberColumns(engine: EnginePort, table: TableName): () => Promise<boolean> {
  const before = knownTo(engine).get(keyOf(table))?.columns;
  return async () =>
    before !== undefined && JSON.stringify(await before) !== JSON.stringify(await keep(engine, table));
}

function knownTo(engine: EnginePort): Tables {
  const known = tables.get(engine) ?? new Map<string, Kept>();
  tables.set(engine, known);
  return known;
}

function keyOf({ database, table }: TableName): string {
  return JSON.stringify([database, table]);
}

/** Reads columns and keeps them. Until they are read, queries use those before. A table without columns is not kept. */
function keep(engine: EnginePort, table: TableName, before?: Kept): Promise<readonly TableColumn[]> {
  const known = knownTo(engine);
  const key = keyOf(table);
  const columns = readColumns(engine, table);
  const kept: Kept = { columns: before?.columns ?? columns, readAt: performance.now() };
  known.set(key, kept);
  const replaceBy = (next: Kept | undefined) => {
    if (known.get(key) !== kept) return;
    if (next === undefined) known.delete(key);
    else known.set(key, next);
  };
  columns.then(
    ({ length }) => replaceBy(length === 0 ? undefined : { ...kept, columns }),
    () => replaceBy(undefined),
  );
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
