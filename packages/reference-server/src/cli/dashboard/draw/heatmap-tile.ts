import type { Readable, Tile, TileResult } from '@penstock/contract';
import { BUCKET_SECONDS } from '@penstock/engine';
import { isBucketLength } from '../granularity.ts';
import { fit, widthOf } from './cells.ts';
import { numberIn } from './number-text.ts';
import type { TileFrame } from './tile-frame.ts';

export type HeatmapResult = Extract<Readable<TileResult>, { displayType: 'heatmap' }>;

/** Rows counted by time and value; `value` is the lower bound of a bucket of values. */
interface Count {
  readonly time: number;
  readonly value: number;
  readonly count: number;
}

/** Shaded cells: time from left to right, values from bottom to top. Each line begins with the smallest value in it. */
export function drawHeatmap(
  result: HeatmapResult,
  config: Readable<Tile>['config'],
  frame: TileFrame,
): string[] {
  const { style, width, height, format } = frame;
  const { glyphs, pen } = style;
  const counts = countsIn(result);
  if (counts.length === 0) return [pen.faint('No rows in this range.')];
  const bands = bandsOf(counts, config.select?.[0]?.heatmapScaleType !== 'linear', height - 1);
  const labels = bands.map(({ smallest }) => (smallest === undefined ? '' : format(smallest)));
  const labelWidth = Math.min(Math.max(...labels.map(widthOf)), Math.floor(width / 3));
  const cellsWidth = Math.max(width - labelWidth - 2, 1);
  const columnOf = columnsOf(result, cellsWidth);
  const grid = bands.map(({ counts: inBand }) => {
    const cells: number[] = Array.from({ length: cellsWidth }, () => 0);
    for (const { time, count } of inBand)
      for (const column of columnOf(time)) cells[column] = (cells[column] ?? 0) + count;
    return cells;
  });
  const darkest = Math.max(...grid.flat());
  const lines = grid.map((cells, index) => {
    const shades = cells.map((count) => shadeOf(count / darkest, glyphs.shades)).join('');
    return `${fit(labels[index] ?? '', labelWidth, glyphs.ellipsis, 'right')}  ${pen.series(0)(shades)}`;
  });
  return [...lines, pen.faint(`${glyphs.shades.at(-1)} = ${darkest.toLocaleString('en-US')} rows`)];
}

function countsIn({ rows }: HeatmapResult): Count[] {
  return rows.flatMap((row) => {
    const [value, count] = [numberIn(row.value), numberIn(row.count)];
    const time = Date.parse(String(row.timestamp));
    return value === undefined || count === undefined || Number.isNaN(time) ? [] : [{ time, value, count }];
  });
}

interface Band {
  readonly smallest: number | undefined;
  readonly counts: readonly Count[];
}

/** The counts in at most `most` bands of values, the largest values first. */
function bandsOf(counts: readonly Count[], isLogarithmic: boolean, most: number): Band[] {
  // A tile has many counts, but few values.
  const values = [...new Set(counts.map(({ value }) => value))].sort((a, b) => a - b);
  const [low = 0] = values;
  // Negative values and 0 have no logarithm, so they are in the first band.
  const least = values.find((value) => value > 0) ?? 1;
  const position = (value: number) =>
    isLogarithmic ? Math.log2(Math.max(value, least) / least) : value - low;
  const highest = position(values.at(-1) ?? low);
  const bandCount = highest === 0 ? 1 : Math.min(most, values.length);
  const bandOf = (value: number) =>
    highest === 0 ? 0 : Math.min(Math.floor((position(value) / highest) * bandCount), bandCount - 1);
  const bands = Map.groupBy(counts, ({ value }) => bandOf(value));
  return Array.from({ length: bandCount }, (_, index) => {
    const band = bandCount - 1 - index;
    return { smallest: values.find((value) => bandOf(value) === band), counts: bands.get(band) ?? [] };
  });
}

/** The cells of a bucket of time: at least one, several if the buckets are wider than a cell. */
function columnsOf({ startTime, endTime, granularity }: HeatmapResult, width: number) {
  const ms = isBucketLength(granularity) ? BUCKET_SECONDS[granularity] * 1000 : 60_000;
  const first = Math.floor(Date.parse(startTime) / ms);
  const buckets = Math.max(Math.ceil(Date.parse(endTime) / ms) - first, 1);
  return (time: number): number[] => {
    const bucket = Math.floor(time / ms) - first;
    const start = Math.floor((bucket * width) / buckets);
    const end = Math.max(Math.floor(((bucket + 1) * width) / buckets), start + 1);
    return Array.from({ length: end - start }, (_, index) => start + index).filter(
      (column) => column < width,
    );
  };
}

/** A cell with any row is never blank. */
function shadeOf(share: number, shades: readonly string[]): string {
  if (share === 0) return ' ';
  return shades[Math.min(Math.floor(share * shades.length), shades.length - 1)] ?? ' ';
}
