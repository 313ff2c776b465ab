import type { EnginePort } from '../port/engine-port.ts';
import { type ChartRequest, checkChart } from './check-chart.ts';
import { checkHeatmap, checkSearch, type HeatmapRequest, type SearchRequest } from './check-rows.ts';
import { compileGroups } from './compile-groups.ts';
import { compileHeatmap } from './compile-heatmap.ts';
import { compileSearch } from './compile-search.ts';
import { withCurrentColumns } from './current-columns.ts';
import type { QueriedSource } from './queried-source.ts';
import { type RowsOutcome, readGroups, readRows } from './read-rows.ts';
import { MOST_POINTS, tooManyPoints } from './read-series.ts';
import { type RunOptions, runStatement, streamStatement } from './run-statement.ts';
import { type BucketLength, bucketsOf, type Granularity, type TimeRange } from './time-buckets.ts';

/** Some of the rows of a page. Only the last part knows whether there is another page. */
export interface RowsPart extends RowsOutcome {
  readonly hasMore: boolean;
}

/**
 * Searches rows of a source: one page of them, in one or more parts.
 *
 * @throws QueryError if the author of the query can fix it
 */
export async function* searchRows(
  engine: EnginePort,
  queried: QueriedSource,
  request: SearchRequest & { readonly range: TimeRange },
  options?: RunOptions,
): AsyncGenerator<RowsPart> {
  const { search, parts, first } = await withCurrentColumns(engine, queried, async () => {
    const search = await checkSearch(engine, queried, request);
    const statement = compileSearch(search, request.range).compile();
    const parts = streamStatement(engine, statement, options);
    return { search, parts, first: await parts.next() };
  });
  const names = search.columns.map(({ name }) => name);
  let left = request.limit;
  try {
    for (let next = first; next.done !== true; next = await parts.next()) {
      const rows = next.value.rows.slice(0, left);
      left -= rows.length;
      yield { ...readRows(names, { ...next.value, rows }), hasMore: next.value.rows.length > rows.length };
    }
  } finally {
    await parts.return(undefined);
  }
}

/** One row per group, for table, number, pie and bar charts. @throws QueryError */
export async function queryGroups(
  engine: EnginePort,
  queried: QueriedSource,
  request: ChartRequest & { readonly range: TimeRange },
  options?: RunOptions,
): Promise<RowsOutcome & { readonly omittedGroups: number }> {
  return withCurrentColumns(engine, queried, async () => {
    const chart = await checkChart(engine, queried, request, '/select');
    const statement = compileGroups(chart, request.range).compile();
    return readGroups(chart, await runStatement(engine, statement, options));
  });
}

/** The number of rows by time and value. @throws QueryError */
export async function queryHeatmap(
  engine: EnginePort,
  queried: QueriedSource,
  request: HeatmapRequest & { readonly range: TimeRange; readonly granularity: Granularity },
  options?: RunOptions,
): Promise<RowsOutcome & { readonly granularity: BucketLength }> {
  const buckets = bucketsOf(request.range, request.granularity);
  if (buckets.count > MOST_POINTS) throw tooManyPoints();
  const result = await withCurrentColumns(engine, queried, async () => {
    const heatmap = await checkHeatmap(engine, queried, request);
    return runStatement(engine, compileHeatmap(heatmap, request.range, buckets).compile(), options);
  });
  return { ...readRows(result.names, result), granularity: buckets.granularity };
}
