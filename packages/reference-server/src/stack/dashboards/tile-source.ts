import type { TileSeriesCreate, Writable } from '@penstock/contract';
import type { ErrorEntry } from '@penstock/server';
import { notApplicable, required } from '../base/error-entries.ts';
import { brokenRowSources, isMetric, type QueriedSource } from '../base/queried-source.ts';
import { missingReferences } from '../base/references.ts';
import type { TileBody } from './dashboard.ts';

/** A series of a tile, or of a query. */
type SeriesBody = Writable<TileSeriesCreate>;

const METRIC_PROPERTIES = ['metricName', 'metricType'] as const;

/** These tiles read rows instead of aggregating values. */
const ROW_TILES: readonly string[] = ['search', 'heatmap'];

/** The errors of a tile that depend on its source (D-54); `pointer` is the location of its configuration. */
export function checkTileSource(
  pointer: string,
  { displayType, sourceId: id, select = [] }: TileBody['config'],
  sources: ReadonlyMap<string, QueriedSource>,
): ErrorEntry[] {
  if (id === undefined) return [];
  const reference = [{ pointer: `${pointer}/sourceId`, id }];
  if (ROW_TILES.includes(displayType)) return brokenRowSources(sources, reference);
  const source = sources.get(id);
  if (source === undefined) return missingReferences(sources, 'source', reference);
  return select.flatMap((series, index) => checkSeriesSource(`${pointer}/select/${index}`, series, source));
}

/** The errors of a series that depend on its source (D-54); `pointer` is its location. */
export function checkSeriesSource(pointer: string, series: SeriesBody, source: QueriedSource): ErrorEntry[] {
  return isMetric(source) ? checkMetric(pointer, series, source) : rejectMetric(pointer, series);
}

function checkMetric(
  pointer: string,
  series: SeriesBody,
  { metricTables = {} }: QueriedSource,
): ErrorEntry[] {
  const { metricType } = series;
  const missing = METRIC_PROPERTIES.filter((name) => series[name] === undefined);
  if (missing.length > 0) return missing.map((name) => required(`${pointer}/${name}`, 'by a metric source'));
  if (metricType !== undefined && !(metricType in metricTables))
    return [notApplicable(`${pointer}/metricType`, 'must be a type in the metricTables of the source')];
  return [];
}

function rejectMetric(pointer: string, series: SeriesBody): ErrorEntry[] {
  return METRIC_PROPERTIES.filter((name) => series[name] !== undefined).map((name) =>
    notApplicable(`${pointer}/${name}`, 'applies to metric sources only; remove it'),
  );
}
