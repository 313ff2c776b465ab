import type { EnginePort } from '../../../port/engine-port.ts';
import { qualifiedName, quoteName, quoteText } from '../../../port/names.ts';
import { INSERT_SECONDS } from '../../../writer/insert-seconds.ts';
import type { Tuple } from '../changes/change.ts';
import { IS_NULL, TupleValues } from '../changes/tuple-values.ts';
import { fieldOf, READING } from './insert-statements.ts';
import { DELETED_COLUMN, VERSION_COLUMN } from './mapped-columns.ts';
import type { Cell } from './row-encoder.ts';
import type { PlannedColumn, TablePlan } from './table-plan.ts';

/** Values of a row of the destination that an update needs. */
export interface Lookup {
  readonly key: Tuple;
  /** The row with the key before the update, if it changes the key. It counts if there is no row with the new one. */
  readonly previousKey: Tuple | undefined;
  /** An older row with the new key does not count. */
  readonly atLeast: bigint;
  /** The indexes of the columns in the plan. */
  readonly columns: readonly number[];
  /** The values; undefined if the destination has no such row, because a later change has deleted it. */
  found: ReadonlyMap<number, Cell> | undefined;
}

/** The names of keys in one statement. */
const MOST_KEYS = 5_000;

/** Reads the values of lookups from the destination. */
export async function findStoredValues(
  engine: EnginePort,
  plan: TablePlan,
  layout: Int32Array,
  lookups: readonly Lookup[],
  signal: AbortSignal,
): Promise<void> {
  // A table without stored rows has no values either.
  if (plan.engine === 'Null') return;
  for (let from = 0; from < lookups.length; from += MOST_KEYS)
    await findSome(engine, plan, layout, lookups.slice(from, from + MOST_KEYS), signal);
}

async function findSome(
  engine: EnginePort,
  plan: TablePlan,
  layout: Int32Array,
  lookups: readonly Lookup[],
  signal: AbortSignal,
): Promise<void> {
  const columns = [...new Set(lookups.flatMap((lookup) => lookup.columns))];
  const wanted = wantedRows(plan, layout, lookups);
  const { bytes } = await engine.query({
    sql: selectStored(plan, columns, wanted),
    format: 'RowBinary',
    settings: { ...READING, max_query_size: wanted.length * 3 + 1_000_000 },
    limits: { seconds: INSERT_SECONDS },
    signal,
  });
  for (const row of storedRows(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), columns)) {
    const lookup = lookups[row.index >>> 1];
    if (lookup === undefined) continue;
    const isPrevious = row.index % 2 === 1;
    const counts = isPrevious ? lookup.found === undefined : row.version >= lookup.atLeast;
    if (counts) lookup.found = row.cells;
  }
}

/** The numbers and the keys of the rows, in the format TabSeparated. Rows with previous keys have odd numbers. */
function wantedRows(plan: TablePlan, layout: Int32Array, lookups: readonly Lookup[]): string {
  const positions = keyColumns(plan).map((column) => layout[column] ?? -1);
  const values = new TupleValues();
  const lines = lookups.flatMap(({ key, previousKey }, index) =>
    [key, ...(previousKey === undefined ? [] : [previousKey])].map((tuple, which) => {
      values.read(tuple);
      const texts = positions.map((position) => {
        const [start = 0, length = IS_NULL] = [values.starts[position], values.lengths[position]];
        return length < 0 ? '\\N' : escaped(tuple.bytes.toString('utf8', start, start + length));
      });
      return [index * 2 + which, ...texts].join('\t');
    }),
  );
  return `${lines.join('\n')}\n`;
}

function escaped(text: string): string {
  return text.replace(/[\\\t\n\r]/g, (character) => ESCAPES[character] ?? character);
}

const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

function keyColumns({ columns, sortingKey }: TablePlan): number[] {
  return sortingKey.map((key) => columns.findIndex(({ name }) => name === key));
}

function selectStored(plan: TablePlan, columns: readonly number[], wanted: string): string {
  const { table, engine, sortingKey } = plan;
  const keys = sortingKey.map((name) => quoteName(name)).join(', ');
  const planned = (index: number) => plan.columns[index] as PlannedColumn;
  const fields = keyColumns(plan);
  const structure = ['n UInt32', ...fields.map((_, index) => `${fieldOf(index)} Nullable(String)`)].join(
    ', ',
  );
  const rows = `format(TabSeparated, ${quoteText(structure)}, ${quoteText(wanted)})`;
  const values = fields.map((column, index) => `${planned(column).value(fieldOf(index))} AS k${index}`);
  const names = fields.map((_, index) => `k${index}`).join(', ');
  const texts = columns.map((index) => `toNullable(toString(t.${quoteName(planned(index).name)}))`);
  // Each change is a row of a MergeTree; the newest one of a key counts.
  const stored =
    engine === 'MergeTree'
      ? `(SELECT * FROM ${qualifiedName(table)} WHERE (${keys}) IN (SELECT ${names} FROM wanted) ORDER BY ${VERSION_COLUMN} DESC LIMIT 1 BY ${keys})`
      : `(SELECT * FROM ${qualifiedName(table)} FINAL WHERE (${keys}) IN (SELECT ${names} FROM wanted))`;
  const joined = sortingKey.map((name, index) => `t.${quoteName(name)} = w.k${index}`).join(' AND ');
  return (
    `WITH wanted AS (SELECT n, ${values.join(', ')} FROM ${rows}) ` +
    `SELECT w.n, t.${VERSION_COLUMN}, ${texts.join(', ')} FROM ${stored} AS t ` +
    `INNER JOIN wanted AS w ON ${joined} WHERE t.${DELETED_COLUMN} = 0`
  );
}

interface StoredRow {
  readonly index: number;
  readonly version: bigint;
  readonly cells: ReadonlyMap<number, Cell>;
}

function* storedRows(bytes: Buffer, columns: readonly number[]): Generator<StoredRow> {
  let offset = 0;
  while (offset < bytes.length) {
    const index = bytes.readUInt32LE(offset);
    const version = bytes.readBigUInt64LE(offset + 4);
    offset += 12;
    const cells = new Map<number, Cell>();
    for (const column of columns) {
      const isNull = bytes[offset] === 1;
      offset += 1;
      if (isNull) {
        cells.set(column, { bytes, start: 0, length: IS_NULL, isStored: true });
        continue;
      }
      const { length, end } = readLength(bytes, offset);
      cells.set(column, { bytes, start: end, length, isStored: true });
      offset = end + length;
    }
    yield { index, version, cells };
  }
}

function readLength(bytes: Buffer, start: number): { readonly length: number; readonly end: number } {
  let length = 0;
  let end = start;
  for (let shift = 0; ; shift += 7) {
    const byte = bytes[end] ?? 0;
    length += (byte & 0x7f) * 2 ** shift;
    end += 1;
    if (byte < 0x80) return { length, end };
  }
}
