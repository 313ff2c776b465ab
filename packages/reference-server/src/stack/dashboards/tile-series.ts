import type { DisplayTypeName, TileSeriesCreate, Writable } from '@penstock/contract';
import type { ErrorEntry } from '@penstock/server';
import { notApplicable, required } from '../base/error-entries.ts';

export type SeriesBody = Writable<TileSeriesCreate>;

/** In these tiles a series is an expression over rows: a column, or the value of a heatmap. */
const OF_ROWS: readonly DisplayTypeName[] = ['search', 'heatmap'];

/** The errors of one series that depend on its tile (D-49); `pointer` is its location. */
export function checkSeries(
  pointer: string,
  displayType: DisplayTypeName,
  { aggFn, heatmapScaleType }: SeriesBody,
): ErrorEntry[] {
  const ofRows = OF_ROWS.includes(displayType);
  const reason = `does not apply to a ${displayType} tile; remove it`;
  return [
    ...(aggFn === undefined && !ofRows
      ? [required(`${pointer}/aggFn`, 'by every tile except search and heatmap')]
      : []),
    ...(aggFn !== undefined && ofRows ? [notApplicable(`${pointer}/aggFn`, reason)] : []),
    ...(heatmapScaleType !== undefined && displayType === 'search'
      ? [notApplicable(`${pointer}/heatmapScaleType`, reason)]
      : []),
  ];
}
