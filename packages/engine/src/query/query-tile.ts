import type { Readable, TileConfig, TileResult } from '@penstock/contract';
import type { EnginePort } from '../port/engine-port.ts';
import type { ValueFilter } from './expression-checks.ts';
import type { QueriedSource } from './queried-source.ts';
import { queryGroups, queryHeatmap, searchRows } from './query-rows.ts';
import { querySeries } from './query-series.ts';
import type { RunOptions } from './run-statement.ts';
import type { Granularity, TimeRange } from './time-buckets.ts';

/** A tile with a source, and what to compute of it. */
export interface TileRequest {
  readonly config: Exclude<Readable<TileConfig>, { displayType: 'markdown' }>;
  readonly range: TimeRange;
  readonly granularity: Granularity;
  readonly filters: readonly ValueFilter[];
}

type Result = Readable<TileResult>;

const MOST_ROWS = 1_000;

/**
 * Computes the data of a tile.
 *
 * @throws QueryError if the author of the tile or of the query can fix it
 */
export async function queryTile(
  engine: EnginePort,
  queried: QueriedSource,
  request: TileRequest,
  options: RunOptions = {},
): Promise<Result> {
  const { config, range } = request;
  const data = await dataOf(engine, queried, request, options);
  return {
    displayType: config.displayType,
    startTime: new Date(range.start).toISOString(),
    endTime: new Date(range.end).toISOString(),
    ...data,
  } as Result;
}

async function dataOf(
  engine: EnginePort,
  queried: QueriedSource,
  { config, range, granularity, filters }: TileRequest,
  options: RunOptions,
) {
  switch (config.displayType) {
    case 'line':
    case 'stacked_bar': {
      const { select: series, fillNulls = true, ...chart } = config;
      const request = { ...chart, series, range, granularity, fillNulls, filters };
      return querySeries(engine, queried, request, { ...options, pointer: '/select' });
    }
    case 'heatmap': {
      const { select, where, whereLanguage } = config;
      const [series] = select;
      const request = {
        valueExpression: series?.valueExpression ?? '',
        scale: series?.heatmapScaleType === 'linear' ? ('linear' as const) : ('log' as const),
        conditions: [{ pointer: '/where', ...conditionOf(where, whereLanguage) }],
        filters,
      };
      return queryHeatmap(engine, queried, { ...request, range, granularity }, options);
    }
    case 'search': {
      const { select, where, whereLanguage } = config;
      const columns = (select ?? []).map(({ valueExpression }) => valueExpression).join(', ');
      const request = {
        ...(columns !== '' && { select: columns }),
        ...conditionOf(where, whereLanguage),
        limit: MOST_ROWS,
        offset: 0,
        filters,
      };
      const { columns: found, rows } = await searchRows(engine, queried, { ...request, range }, options);
      return { columns: found, rows };
    }
    default: {
      const { select: series = [], ...chart } = config;
      return queryGroups(engine, queried, { ...chart, series, range, filters }, options);
    }
  }
}

function conditionOf(where: string | undefined, whereLanguage: string | undefined) {
  return { ...(where !== undefined && { where }), ...(whereLanguage !== undefined && { whereLanguage }) };
}
