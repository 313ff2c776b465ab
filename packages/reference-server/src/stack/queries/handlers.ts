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

/** The part of a response that has its rows, if it has rows. */
interface WithRows {
  readonly rows?: readonly unknown[];
}

/** The operations that query, on both surfaces. */
export function queryHandlers({ search, series, tile }: QueryService) {
  const managed = <Result>(result: Result, { requestId }: TenantContext) => ({
    status: ok,
    requestId,
    result,
  });
  const managedParts = <Result extends WithRows>(results: AsyncIterable<Result>, context: TenantContext) => ({
    status: ok,
    parts: {
      bodies: mapped(results, (result) => managed(result, context)),
      list: ({ result }: { readonly result: WithRows }) => result.rows,
    },
  });
  const observedParts = <Result extends WithRows>(results: AsyncIterable<Result>) => ({
    status: ok,
    parts: {
      bodies: mapped(results, (data) => ({ data })),
      list: ({ data }: { readonly data: WithRows }) => data.rows,
    },
  });
  return {
    management: {
      searchStackRows: ({ body }: QueryRequest<SearchQuery>, context: TenantContext) =>
        managedParts(search(body, context), context),
      queryStackSeries: async ({ body }: QueryRequest<SeriesQuery>, context: TenantContext) => ({
        status: ok,
        body: managed(await series(body, context), context),
      }),
      queryStackDashboardTile: ({ params, body }: TileRequest, context: TenantContext) =>
        managedParts(tile(params, body, context), context),
    },
    observability: {
      searchRows: ({ body }: QueryRequest<SearchQuery>, context: TenantContext) =>
        observedParts(search(body, context)),
      querySeries: async ({ body }: QueryRequest<SeriesQuery>, context: TenantContext) => ({
        status: ok,
        body: { data: await series(body, context) },
      }),
      queryDashboardTile: ({ params, body }: TileRequest, context: TenantContext) =>
        observedParts(tile(params, body, context)),
    },
  };
}

async function* mapped<Part, Result>(
  parts: AsyncIterable<Part>,
  convert: (part: Part) => Result,
): AsyncGenerator<Result> {
  for await (const part of parts) yield convert(part);
}
