import type { Readable, Tile, TileResult } from '@penstock/contract';
import { alignedTable, type TableColumn } from './aligned-table.ts';
import { bigNumber } from './big-number.ts';
import { fit, widthOf } from './cells.ts';
import { numberIn, numericIn } from './number-text.ts';
import { firstOf, type TileFrame } from './tile-frame.ts';

type Result = Readable<TileResult>;
export type TableResult = Extract<Result, { displayType: 'table' | 'number' | 'pie' | 'bar' }>;
type Config = Readable<Tile>['config'];
type Column = TableResult['columns'][number];
type Row = TableResult['rows'][number];

const NO_ROWS = 'No rows in this range.';

/** Rows with the values of series, in the format of the tile. */
export function drawTable(result: TableResult, config: Config, frame: TileFrame): string[] {
  const { columns, rows, omittedGroups } = result;
  if (rows.length === 0) return [frame.style.pen.faint(NO_ROWS)];
  const values = new Set(valueColumns(columns, config));
  return drawRows(columns, rows, frame, omittedGroups, (column) => values.has(column));
}

/** Rows as the database has them. */
export function drawSearch(
  { columns, rows }: Pick<TableResult, 'columns' | 'rows'>,
  frame: TileFrame,
): string[] {
  if (rows.length === 0) return [frame.style.pen.faint(NO_ROWS)];
  return drawRows(columns, rows, frame, 0, () => false);
}

/** The value of the first row, large. */
export function drawNumber({ columns, rows }: TableResult, { width, format, style }: TileFrame): string[] {
  const [column] = columns;
  const value = column === undefined ? undefined : numericIn(rows[0]?.[column.name]);
  if (value === undefined) return [style.pen.faint('No value.')];
  return bigNumber(format(value), width, style.glyphs.ellipsis).map(style.pen.title);
}

/** A bar per group; a pie also has the share of each group. */
export function drawBars(result: TableResult, frame: TileFrame): string[] {
  const { style, format, width } = frame;
  const { glyphs, pen } = style;
  const column = result.columns.at(-1);
  if (column === undefined || result.rows.length === 0) return [pen.faint(NO_ROWS)];
  const groups = result.columns.slice(0, -1);
  const all = result.rows.map((row) => ({
    name: groups.length === 0 ? column.name : groups.map(({ name }) => groupText(row[name])).join(', '),
    value: numberIn(row[column.name]),
    exact: numericIn(row[column.name]),
  }));
  const { kept, more } = firstOf(all, frame.height, frame, ['group', 'groups'], result.omittedGroups);
  const total = all.reduce((sum, { value = 0 }) => sum + Math.max(value, 0), 0);
  const largest = Math.max(...all.map(({ value = 0 }) => value), 0);
  const facts = kept.map(({ value, exact }) => {
    if (value === undefined || exact === undefined) return glyphs.none;
    const share = result.displayType === 'pie' && total > 0 ? Math.round((value / total) * 100) : undefined;
    return share === undefined ? format(exact) : `${format(exact)} ${String(share).padStart(3)} %`;
  });
  const factWidth = Math.min(Math.max(...facts.map(widthOf)), Math.floor(width / 2) - 1);
  const nameWidth = Math.min(Math.max(...kept.map(({ name }) => widthOf(name))), Math.floor(width / 3));
  const barWidth = Math.max(width - nameWidth - factWidth - 4, 1);
  const lines = kept.map(({ name, value = 0 }, index) => {
    const bar = barOf(largest > 0 ? Math.max(value, 0) / largest : 0, barWidth, glyphs.bar);
    const fact = fit(facts[index] ?? '', factWidth, glyphs.ellipsis, 'right');
    return `${fit(name, nameWidth, glyphs.ellipsis)}  ${pen.series(0)(bar)}  ${fact}`;
  });
  return [...lines, ...more.map(pen.faint)];
}

/** A bar of this share of the width, which is filled with spaces. */
function barOf(share: number, width: number, levels: readonly string[]): string {
  const steps = Math.round(share * width * levels.length);
  const full = Math.floor(steps / levels.length);
  const partial = levels[(steps % levels.length) - 1] ?? '';
  return ((levels.at(-1) ?? '').repeat(full) + partial).padEnd(width);
}

function groupText(value: unknown): string {
  const text = cellText(value);
  return text === '' ? '(empty)' : text;
}

function drawRows(
  columns: readonly Column[],
  rows: readonly Row[],
  frame: TileFrame,
  omitted: number,
  isSeries: (column: Column) => boolean,
): string[] {
  const { style, format, width, height } = frame;
  const { kept, more } = firstOf(rows, height - 1, frame, ['row', 'rows'], omitted);
  const headings = columns.map(
    (column): TableColumn => ({ heading: column.name, align: isNumeric(column) ? 'right' : 'left' }),
  );
  const textOf = (row: Row) => (column: Column) => {
    const value = row[column.name];
    if (value === null || value === undefined) return style.glyphs.none;
    const number = isSeries(column) ? numericIn(value) : undefined;
    return number === undefined ? shortened(cellText(value), column) : format(number);
  };
  const table = alignedTable(
    headings,
    kept.map((row) => columns.map(textOf(row))),
    width,
    style,
  );
  return [...table, ...more.map(style.pen.faint)];
}

/** The columns of the series, which are the last ones. */
function valueColumns(columns: readonly Column[], config: Config): readonly Column[] {
  return columns.slice(-(config.asRatio === true ? 1 : (config.select?.length ?? 1)));
}

function isNumeric({ type }: Column): boolean {
  return /^(?:Nullable\()?(?:U?Int|Float|Decimal)/.test(type);
}

/** Timestamps to milliseconds and without the year, which the title has. */
function shortened(text: string, { type }: Column): string {
  const [, date = '', time = ''] =
    (/DateTime/.test(type) && /^\d{4}-(\d{2}-\d{2})[T ](\d{2}:\d{2}:\d{2}(?:\.\d{1,3})?)/.exec(text)) || [];
  return date === '' ? text : `${date} ${time}`;
}

function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
