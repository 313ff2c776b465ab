import { createTelemetryTables, type EnginePort } from '@penstock/engine';
import { SAMPLE_DATABASE } from '../../api/first-start/sample-tables.ts';
import { SCOPE, type ShopRows } from './shop/rows.ts';
import type { ShopSlice } from './shop/shop-data.ts';
import { shopData } from './shop/shop-data.ts';
import { SLICE_MS, SLICES_PER_MINUTE } from './shop/slices.ts';

type Table = keyof ShopRows;

/** How many rows were written, by table. */
export type WrittenRows = Readonly<Record<Table, number>>;

/** The traces come last: a slice with traces has all its rows. */
const TABLES: readonly Table[] = [
  'otel_logs',
  'otel_sessions',
  'otel_metrics_gauge',
  'otel_metrics_sum',
  'otel_metrics_histogram',
  'otel_traces',
];

export const NOTHING_WRITTEN = Object.fromEntries(TABLES.map((table) => [table, 0])) as WrittenRows;

/**
 * Creates the tables that do not exist, and checks the others.
 *
 * @throws Error with a message for the operator if a table has another layout
 */
export async function prepareTables(engine: EnginePort): Promise<void> {
  await createTelemetryTables(engine, SAMPLE_DATABASE);
  const result = await engine.query({
    sql: 'SELECT table, name FROM system.columns WHERE database = {database:String}',
    parameters: { database: SAMPLE_DATABASE },
  });
  const existing = new Set(
    result.rows<{ table: string; name: string }>().map(({ table, name }) => `${table}.${name}`),
  );
  for (const [table, rows] of Object.entries(anyMinute().rows)) {
    const absent = Object.keys(rows[0] ?? {}).find((column) => !existing.has(`${table}.${column}`));
    if (absent !== undefined)
      throw new Error(
        `The table ${SAMPLE_DATABASE}.${table} has no column ${absent}, so it does not have the OpenTelemetry layout. Rename the table and run the command again, which creates it.`,
      );
  }
}

/** The last slice of a minute, which has rows of all tables. */
function anyMinute(): ShopSlice {
  return shopData(1, SLICES_PER_MINUTE - 1).next().value;
}

/** The slices of a range, from the first to before the end, that an earlier run has written. */
export async function writtenSlices(engine: EnginePort, first: number, end: number): Promise<Set<number>> {
  const seconds = SLICE_MS / 1000;
  const result = await engine.query({
    sql: `SELECT DISTINCT intDiv(toUnixTimestamp(Timestamp), ${seconds}) AS slice FROM {database:Identifier}.otel_traces
WHERE ScopeName = {scope:String} AND ParentSpanId = ''
AND Timestamp >= fromUnixTimestamp({from:UInt32}) AND Timestamp < fromUnixTimestamp({to:UInt32})`,
    parameters: {
      database: SAMPLE_DATABASE,
      scope: SCOPE.ScopeName,
      from: first * seconds,
      to: end * seconds,
    },
  });
  return new Set(result.rows<{ slice: number | string }>().map(({ slice }) => Number(slice)));
}

/** Writes slices with one insert per table. */
export async function writeSlices(engine: EnginePort, slices: readonly ShopSlice[]): Promise<WrittenRows> {
  const written: Partial<Record<Table, number>> = {};
  for (const table of TABLES) {
    const rows = slices.flatMap((one): readonly object[] => one.rows[table]);
    written[table] = rows.length;
    if (rows.length === 0) continue;
    await engine.insert({
      table: { database: SAMPLE_DATABASE, table },
      bytes: Buffer.from(rows.map((row) => JSON.stringify(row)).join('\n')),
      format: 'JSONEachRow',
      settings: { date_time_input_format: 'best_effort' },
    });
  }
  return { ...NOTHING_WRITTEN, ...written };
}

export function addRows(one: WrittenRows, other: WrittenRows): WrittenRows {
  const sums = TABLES.map((table) => [table, one[table] + other[table]]);
  return Object.fromEntries(sums) as WrittenRows;
}
