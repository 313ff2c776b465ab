import type {
  Readable,
  SearchQuery,
  SearchResult,
  SeriesQuery,
  SeriesResult,
  TileQuery,
  TileResult,
  Writable,
} from '@penstock/contract';
import { type EnginePort, querySeries, queryTile, searchRows } from '@penstock/engine';
import { ProblemError } from '@penstock/server';
import type { DatabaseOwners } from '../../storage/database-owners.ts';
import { duplicates, errorEntry } from '../base/error-entries.ts';
import type { Cursors } from '../base/page.ts';
import { notFound, rejectBrokenReferences, rejectInvalid } from '../base/problems.ts';
import { brokenRowSources } from '../base/queried-source.ts';
import { missingReferences } from '../base/references.ts';
import type { Dashboard } from '../dashboards/dashboard.ts';
import type { DashboardRepository } from '../dashboards/repository.ts';
import { checkSeriesSource } from '../dashboards/tile-source.ts';
import type { SourceRepository } from '../sources/repository.ts';
import type { Source } from '../sources/source.ts';
import { openSource } from './open-source.ts';
import { cursorAfter, positionOf } from './page-position.ts';
import { queryProblemOf, withQueryProblems } from './query-problem.ts';
import { describeRange, rangeOf } from './range.ts';

export interface QueryServiceParts {
  readonly engine: EnginePort;
  readonly cursors: Cursors;
  readonly repositories: {
    readonly sources: SourceRepository;
    readonly dashboards: DashboardRepository;
    readonly databases: Pick<DatabaseOwners, 'prefixFor'>;
  };
}

/** The tenant of a request, and the end of its patience. */
export interface Caller {
  readonly tenantId: string;
  readonly signal: AbortSignal;
}

const DEFAULT_ROWS = 100;
/** Each page sorts the rows before it again. */
const MOST_SKIPPED = 100_000;

/** The queries of a tenant: they read the tables of its sources, and nothing else. */
export function queryService({ engine, cursors, repositories }: QueryServiceParts) {
  const { sources, dashboards, databases } = repositories;

  const open = (tenantId: string, source: Source) => openSource(databases, tenantId, source);

  const sourceOf = async (tenantId: string, id: string) => sources.findMany(tenantId, [id]);

  return {
    /** A page of rows, in one or more parts; the cursor of the last part is the one of the page. */
    async *search(
      body: Writable<SearchQuery>,
      { tenantId, signal }: Caller,
    ): AsyncGenerator<Readable<SearchResult>> {
      const { sourceId, limit = DEFAULT_ROWS } = body;
      const found = await sourceOf(tenantId, sourceId);
      rejectBrokenReferences(brokenRowSources(found, [{ pointer: '/sourceId', id: sourceId }]));
      const queried = await open(tenantId, found.get(sourceId) as Source);
      const position = positionOf(cursors, tenantId, body);
      if (position.offset > MOST_SKIPPED) throw tooManyPages();
      const next = { ...position, offset: position.offset + limit };
      const parts = searchRows(engine, queried, { ...body, ...position, limit }, { signal });
      for await (const { columns, rows, hasMore } of withQueryProblems(true, parts))
        yield {
          ...describeRange(position.range),
          columns: [...columns],
          rows: rows as Readable<SearchResult>['rows'],
          nextCursor: hasMore ? cursorAfter(cursors, tenantId, body, next) : null,
        };
    },

    async series(body: Writable<SeriesQuery>, { tenantId, signal }: Caller): Promise<Readable<SeriesResult>> {
      const { sourceId: id, series, granularity = 'auto', fillNulls = true } = body;
      const found = await sourceOf(tenantId, id);
      rejectBrokenReferences(missingReferences(found, 'source', [{ pointer: '/sourceId', id }]));
      const source = found.get(id) as Source;
      rejectInvalid(series.flatMap((one, index) => checkSeriesSource(`/series/${index}`, one, source)));
      const queried = await open(tenantId, source);
      const range = rangeOf(body);
      const request = { ...body, range, granularity, fillNulls };
      const result = await querySeries(engine, queried, request, { signal }).catch((error: unknown) => {
        throw queryProblemOf(true, error);
      });
      return { ...describeRange(range), ...result, series: [...result.series] };
    },

    /** The data of a tile. The rows of a search come in one or more parts, everything else in one. */
    async *tile(
      { dashboardId, tileId }: { readonly dashboardId: string; readonly tileId: string },
      body: Writable<TileQuery>,
      { tenantId, signal }: Caller,
    ): AsyncGenerator<Readable<TileResult>> {
      const dashboard = (await dashboards.find(tenantId, dashboardId))?.resource;
      const config = dashboard?.tiles.find(({ id }) => id === tileId)?.config;
      if (dashboard === undefined || config === undefined) throw notFound();
      rejectInvalid(filterErrors(dashboard, body));
      const range = rangeOf(body);
      if (config.displayType === 'markdown' || config.sourceId === undefined) {
        yield { displayType: 'markdown', ...describeRange(range) };
        return;
      }
      const source = (await sources.find(tenantId, config.sourceId))?.resource;
      if (source === undefined) throw notFound();
      const queried = await open(tenantId, source);
      const { granularity = 'auto' } = body;
      const filters = filtersOf(dashboard, source.id, body);
      const parts = queryTile(engine, queried, { config, range, granularity, filters }, { signal });
      yield* withQueryProblems(false, parts);
    },
  };
}

export type QueryService = ReturnType<typeof queryService>;

function filterErrors({ filters }: Dashboard, { filters: requested = [] }: Writable<TileQuery>) {
  const known = new Set(filters.map(({ id }) => id));
  const pointerOf = (index: number) => `/filters/${index}/id`;
  return [
    ...requested.flatMap(({ id }, index) =>
      known.has(id) ? [] : [errorEntry(pointerOf(index), 'invalid', 'must be a filter of the dashboard')],
    ),
    ...duplicates(
      requested.map(({ id }) => id),
      pointerOf,
    ),
  ];
}

/** A filter applies to the tiles that query its source (D-88). */
function filtersOf(
  { filters }: Dashboard,
  sourceId: string,
  { filters: requested = [] }: Writable<TileQuery>,
) {
  return requested.flatMap(({ id, values }) => {
    const filter = filters.find((candidate) => candidate.id === id);
    return filter?.sourceId === sourceId ? [{ expression: filter.expression, values }] : [];
  });
}

function tooManyPages(): ProblemError {
  return new ProblemError({
    code: 'query_too_large',
    detail: `A search has at most ${MOST_SKIPPED.toLocaleString('en-US')} rows. Use a shorter range or a stricter condition.`,
  });
}
