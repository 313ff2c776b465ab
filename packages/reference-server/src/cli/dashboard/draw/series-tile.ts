import type { QuerySeries, Readable, TileResult } from '@penstock/contract';
import { BUCKET_SECONDS } from '@penstock/engine';
import { isBucketLength } from '../granularity.ts';
import { cutTo, fit, widthOf } from './cells.ts';
import { type BucketValues, columnChart, type Scale, scaleOf } from './column-chart.ts';
import { firstOf, type TileFrame } from './tile-frame.ts';

export type SeriesResult = Extract<Readable<TileResult>, { displayType: 'line' | 'stacked_bar' }>;

/** A series with its values per bucket and what its caption contains. */
interface Drawn {
  readonly name: string;
  readonly values: BucketValues;
  readonly scale: Scale | undefined;
  readonly last: number | undefined;
}

const TALLEST = 5;
const SHORTEST_CHART = 8;
const GAP = '  ';

/** A chart per series with its smallest, largest and last value. Lines have their own scale; stacked bars share one, from 0. */
export function drawSeries(result: SeriesResult, frame: TileFrame): string[] {
  const all = result.series.map((series) => drawn(series, result));
  const [only] = all;
  if (only === undefined) return [frame.style.pen.faint('No rows in this range.')];
  const shared = result.displayType === 'stacked_bar' ? scaleOf(all.flatMap(extremes), 'zero') : undefined;
  if (all.length === 1 && result.omittedGroups === 0) return oneChart(only, shared, frame);
  return sparklines(all, shared, frame, result.omittedGroups);
}

function extremes({ scale }: Drawn): number[] {
  return scale === undefined ? [] : [scale.low, scale.high];
}

function drawn(series: Readable<QuerySeries>, result: SeriesResult): Drawn {
  const values = inBuckets(series, result);
  return {
    name: nameOf(series, result),
    values,
    scale: scaleOf(values, 'smallest'),
    last: values.findLast((value) => value !== undefined),
  };
}

/** The group, and the name of the series if the tile has several. */
function nameOf({ name, groupKey }: Readable<QuerySeries>, { series }: SeriesResult): string {
  if (groupKey === undefined) return name;
  const group = groupKey === '' ? '(empty)' : groupKey;
  return series.some(({ index }) => index > 0) ? `${group} ${name}` : group;
}

/** The points in the buckets of the range, which are aligned to the UNIX epoch. */
function inBuckets({ points }: Readable<QuerySeries>, result: SeriesResult): BucketValues {
  if (!isBucketLength(result.granularity)) return points.map(({ value }) => value);
  const ms = BUCKET_SECONDS[result.granularity] * 1000;
  const first = Math.floor(Date.parse(result.startTime) / ms);
  const count = Math.max(Math.ceil(Date.parse(result.endTime) / ms) - first, 1);
  const values: (number | undefined)[] = Array.from({ length: count });
  for (const { timestamp, value } of points) values[Math.floor(Date.parse(timestamp) / ms) - first] = value;
  return values.slice(0, count);
}

function oneChart(
  { name, values, scale, last }: Drawn,
  shared: Scale | undefined,
  frame: TileFrame,
): string[] {
  const { width, format, style } = frame;
  const { glyphs, pen } = style;
  if (scale === undefined) return [pen.faint('No values.')];
  const facts = captionOf(scale, last, format).map(([heading, text]) => `${heading} ${text}`);
  const caption = [name, ...facts].join(` ${glyphs.dot} `);
  const height = Math.min(Math.max(frame.height - 1, 1), TALLEST);
  const lines = columnChart(values, shared ?? scale, { width, height, glyphs });
  return [...lines.map(pen.series(0)), pen.faint(cutTo(caption, width, glyphs.ellipsis))];
}

function captionOf(scale: Scale, last: number | undefined, format: TileFrame['format']) {
  return [
    ['min', format(scale.low)],
    ['max', format(scale.high)],
    ['last', format(last ?? scale.high)],
  ] as const;
}

function sparklines(
  all: readonly Drawn[],
  shared: Scale | undefined,
  frame: TileFrame,
  omitted: number,
): string[] {
  const { style, format } = frame;
  const { glyphs, pen } = style;
  const { kept, more } = firstOf(all, frame.height - 1, frame, ['series', 'series'], omitted);
  const facts = kept.map(({ scale, last }) =>
    scale === undefined
      ? [glyphs.none, glyphs.none, glyphs.none]
      : captionOf(scale, last, format).map(([, text]) => text),
  );
  const { nameWidth, chartWidth, columns } = columnsOf(kept, facts, frame);
  const line = (name: string, chart: string, texts: readonly string[]) =>
    [
      fit(name, nameWidth, glyphs.ellipsis),
      chart,
      ...columns.map(({ index, width }) => fit(texts[index] ?? '', width, glyphs.ellipsis, 'right')),
    ].join(GAP);
  const charts = kept.map(({ values, scale }, index) => {
    if (scale === undefined) return ' '.repeat(chartWidth);
    const [chart = ''] = columnChart(values, shared ?? scale, { width: chartWidth, height: 1, glyphs });
    return pen.series(index)(chart);
  });
  return [
    pen.faint(line('', ' '.repeat(chartWidth), HEADINGS)),
    ...kept.map(({ name }, index) => line(name, charts[index] ?? '', facts[index] ?? [])),
    ...more.map(pen.faint),
  ];
}

const HEADINGS = ['min', 'max', 'last'];

/** The widths. If the charts would be too short, the smallest and then the largest values are left out. */
function columnsOf(kept: readonly Drawn[], facts: readonly (readonly string[])[], { width }: TileFrame) {
  const longest = Math.max(...kept.map(({ name }) => widthOf(name)), 1);
  const nameWidth = Math.min(longest, Math.max(Math.floor(width / 3), 4));
  const widths = HEADINGS.map((heading, index) => ({
    index,
    width: Math.max(heading.length, ...facts.map((texts) => widthOf(texts[index] ?? ''))),
  }));
  const chartWidthOf = (columns: typeof widths) =>
    width - nameWidth - GAP.length - columns.reduce((sum, one) => sum + GAP.length + one.width, 0);
  const columns =
    [widths, widths.slice(1), widths.slice(2)].find((some) => chartWidthOf(some) >= SHORTEST_CHART) ?? [];
  return { nameWidth, chartWidth: Math.max(chartWidthOf(columns), 1), columns };
}
