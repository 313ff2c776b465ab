import type { SearchQuery, SeriesQuery, TileQuery, Writable } from '@penstock/contract';
import type { TenantContext } from '../base/tenant.ts';
import type { QueryService } from './service.ts';

interface QueryRequest<Body> {
  readonly body: Writable<Body>;
}

interface TileRequest extends QueryRequest<TileQuery> {
  readonly params: { readonly dashboardId: string; readonly tileId: string };
}

const ok = 200 as const;

/** The operations that query, on both surfaces. */
export function queryHandlers({ search, series, tile }: QueryService) {
  const managed = <Result>(result: Result, { requestId }: TenantContext) => ({
    status: ok,
    body: { status: ok, requestId, result },
  });
  const observed = <Result>(data: Result) => ({ status: ok, body: { data } });
  return {
    management: {
      searchStackRows: async ({ body }: QueryRequest<SearchQuery>, context: TenantContext) =>
        managed(await search(body, context), context),
      queryStackSeries: async ({ body }: QueryRequest<SeriesQuery>, context: TenantContext) =>
        managed(await series(body, context), context),
      queryStackDashboardTile: async ({ params, body }: TileRequest, context: TenantContext) =>
        managed(await tile(params, body, context), context),
    },
    observability: {
      searchRows: async ({ body }: QueryRequest<SearchQuery>, context: TenantContext) =>
        observed(await search(body, context)),
      querySeries: async ({ body }: QueryRequest<SeriesQuery>, context: TenantContext) =>
        observed(await series(body, context)),
      queryDashboardTile: async ({ params, body }: TileRequest, context: TenantContext) =>
        observed(await tile(params, body, context)),
    },
  };
}
