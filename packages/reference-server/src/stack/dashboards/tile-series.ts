import type { DisplayTypeName, TileSeriesCreate, Writable } from '@penstock/contract';
import type { ErrorEntry } from '@penstock/server';
import { notApplicable, required } from '../base/error-entries.ts';

export type SeriesBody = Writable<TileSeriesCreate>;

/** The properties of a series that is an expression over rows, by display type: a column, or the value of a heatmap. */
const OF_ROWS: Partial<Readonly<Record<DisplayTypeName, readonly (keyof SeriesBody)[]>>> = {
  search: ['valueExpression'],
  heatmap: ['valueExpression', 'heatmapScaleType'],
};

/** The errors of one series of a tile; `pointer` is its location (D-49). */
export function checkSeries(pointer: string, displayType: DisplayTypeName, series: SeriesBody): ErrorEntry[] {
  const properties = OF_ROWS[displayType];
  return properties === undefined
    ? checkAggregate(pointer, series)
    : checkExpression(pointer, displayType, series, properties);
}

function checkExpression(
  pointer: string,
  displayType: DisplayTypeName,
  series: SeriesBody,
  properties: readonly (keyof SeriesBody)[],
): ErrorEntry[] {
  const strange = (Object.keys(series) as (keyof SeriesBody)[]).filter((name) => !properties.includes(name));
  return [
    ...(series.valueExpression === undefined
      ? [required(`${pointer}/valueExpression`, `by a ${displayType} tile`)]
      : []),
    ...strange.map((name) =>
      notApplicable(`${pointer}/${name}`, `does not apply to a ${displayType} tile; remove it`),
    ),
  ];
}

function checkAggregate(
  pointer: string,
  { aggFn, valueExpression, level, heatmapScaleType }: SeriesBody,
): ErrorEntry[] {
  if (aggFn === undefined) return [required(`${pointer}/aggFn`, 'by every tile except search and heatmap')];
  return [
    ...checkValue(pointer, aggFn, valueExpression),
    ...checkLevel(pointer, aggFn, level),
    ...(heatmapScaleType === undefined
      ? []
      : [notApplicable(`${pointer}/heatmapScaleType`, 'applies to heatmap tiles only; remove it')]),
  ];
}

function checkValue(pointer: string, aggFn: string, valueExpression: string | undefined): ErrorEntry[] {
  if (aggFn === 'count') {
    if (valueExpression === undefined) return [];
    return [notApplicable(`${pointer}/valueExpression`, 'does not apply to count; remove it')];
  }
  return valueExpression === undefined ? [required(`${pointer}/valueExpression`, `by ${aggFn}`)] : [];
}

function checkLevel(pointer: string, aggFn: string, level: number | undefined): ErrorEntry[] {
  if (aggFn === 'quantile') return level === undefined ? [required(`${pointer}/level`, 'by quantile')] : [];
  return level === undefined
    ? []
    : [notApplicable(`${pointer}/level`, 'applies to quantile only; remove it')];
}
