import type { DisplayTypeName, TileSeriesCreate, Writable } from '@penstock/contract';
import type { ErrorEntry } from '@penstock/server';
import { notApplicable, required } from '../base/error-entries.ts';

type SeriesBody = Writable<TileSeriesCreate>;

/** The errors of one series of a tile; `pointer` is its location (D-49). */
export function checkSeries(pointer: string, displayType: DisplayTypeName, series: SeriesBody): ErrorEntry[] {
  return displayType === 'search' ? checkColumn(pointer, series) : checkAggregate(pointer, series);
}

/** A series of a search tile is a column and has an expression only. */
function checkColumn(pointer: string, series: SeriesBody): ErrorEntry[] {
  return [
    ...(series.valueExpression === undefined
      ? [required(`${pointer}/valueExpression`, 'by a search tile')]
      : []),
    ...Object.keys(series)
      .filter((name) => name !== 'valueExpression')
      .map((name) => notApplicable(`${pointer}/${name}`, 'does not apply to a search tile; remove it')),
  ];
}

function checkAggregate(pointer: string, { aggFn, valueExpression, level }: SeriesBody): ErrorEntry[] {
  if (aggFn === undefined) return [required(`${pointer}/aggFn`, 'by every tile except a search tile')];
  return [...checkValue(pointer, aggFn, valueExpression), ...checkLevel(pointer, aggFn, level)];
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
