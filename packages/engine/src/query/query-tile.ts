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
 * Computes the data of a tile. The rows of a search come in one or more parts, everything else in one.
 *
 * @throws QueryError if the author of the tile or of the query can fix it
 */
export async function* queryTile(
  engine: EnginePort,
  queried: QueriedSource,
  request: TileRequest,
  options: RunOptions = {},
): AsyncGenerator<Result> {
  const { config, range } = request;
  const common = {
    displayType: config.displayType,
    startTime: new Date(range.start).toISOString(),
    endTime: new Date(range.end).toISOString(),
  };
  if (config.displayType !== 'search') {
    yield { ...common, ...(await dataOf(engine, queried, { ...request, config }, options)) } as Result;
    return;
  }
  const search = { ...searchOf(config), filters: request.filters, range };
  for await (const { columns, rows } of searchRows(engine, queried, search, options))
    yield { ...common, columns, rows } as Result;
}

type Config<Type extends TileRequest['config']['displayType']> = Extract<
  TileRequest['config'],
  { displayType: Type }
>;

function searchOf({ select, where, whereLanguage }: Config<'search'>) {
  const columns = (select ?? []).map(({ valueExpression }) => valueExpression).join(', ');
  return {
    ...(columns !== '' && { select: columns }),
    ...conditionOf(where, whereLanguage),
    limit: MOST_ROWS,
    offset: 0,
  };
}

async function dataOf(
  engine: EnginePort,
  queried: QueriedSource,
  request: TileRequest & { readonly config: Exclude<TileRequest['config'], Config<'search'>> },
  options: RunOptions,
) {
  const { config, range, granularity, filters } = request;
  switch (config.displayType) {
    case 'line':
    case 'stacked_bar': {
      const { select: series, fillNulls = true, ...chart } = config;
      const lines = { ...chart, series, range, granularity, fillNulls, filters };
      return querySeries(engine, queried, lines, { ...options, pointer: '/select' });
    }
    case 'heatmap': {
      const { select, where, whereLanguage } = config;
      const [series] = select;
      const heatmap = {
        valueExpression: series?.valueExpression ?? '',
        scale: series?.heatmapScaleType === 'linear' ? ('linear' as const) : ('log' as const),
        conditions: [{ pointer: '/where', ...conditionOf(where, whereLanguage) }],
        filters,
      };
      return queryHeatmap(engine, queried, { ...heatmap, range, granularity }, options);
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
