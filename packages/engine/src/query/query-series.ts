import type { EnginePort } from '../port/engine-port.ts';
import { type ChartRequest, checkChart } from './check-chart.ts';
import { compileSeries } from './compile-series.ts';
import { withCurrentColumns } from './current-columns.ts';
import type { QueriedSource } from './queried-source.ts';
import { MOST_POINTS, readSeries, type SeriesOutcome, tooManyPoints } from './read-series.ts';
import { type RunOptions, runStatement } from './run-statement.ts';
import { type BucketLength, bucketsOf, type Granularity, type TimeRange } from './time-buckets.ts';

/** Series in buckets of time. */
export interface SeriesRequest extends ChartRequest {
  readonly range: TimeRange;
  readonly granularity: Granularity;
  /** Whether empty buckets are 0. */
  readonly fillNulls: boolean;
}

/**
 * Computes series of a source. `pointer` is the location of the series in the request, for errors.
 *
 * @throws QueryError if the author of the query can fix it
 */
export async function querySeries(
  engine: EnginePort,
  queried: QueriedSource,
  request: SeriesRequest,
  { pointer = '/series', ...options }: RunOptions & { readonly pointer?: '/series' | '/select' } = {},
): Promise<SeriesOutcome & { readonly granularity: BucketLength }> {
  const { range, granularity, fillNulls } = request;
  const buckets = bucketsOf(range, granularity);
  if (buckets.count > MOST_POINTS) throw tooManyPoints();
  const outcome = await withCurrentColumns(engine, queried, async () => {
    const chart = await checkChart(engine, queried, request, pointer);
    const result = await runStatement(engine, compileSeries(chart, range, buckets).compile(), options);
    return readSeries(chart, buckets, fillNulls, result);
  });
  return { ...outcome, granularity: buckets.granularity };
}
