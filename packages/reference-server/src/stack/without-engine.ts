import { idParameterOf, type OptionalOperationId, operations } from '@penstock/contract';
import { notImplemented } from '@penstock/server';
import type { TenantContext } from './base/tenant.ts';

/** Finds the resource of a path; throws a problem if it does not exist in the tenant. */
type RequireResource = (tenantId: string, id: string) => Promise<unknown>;

/** A service for each group of operations that has resources. */
type Services = Readonly<Record<string, { readonly get: RequireResource }>>;

interface ItemRequest {
  readonly params: object;
}

/**
 * The operations that need an engine, where there is none. They respond with 501 after access, validation and the search for the
 * resource of the path, as D-08 allows for operations that declare it; another one does not compile.
 */
export function handlersWithoutEngine(services: Services) {
  return {
    management: notImplementedAfterChecks(
      services,
      'previewStackAlert',
      'listStackAlertHistory',
      'searchStackRows',
      'queryStackSeries',
      'queryStackDashboardTile',
      'inferStackSource',
    ),
    observability: notImplementedAfterChecks(
      services,
      'previewAlert',
      'listAlertHistory',
      'searchRows',
      'querySeries',
      'queryDashboardTile',
      'inferSource',
    ),
  };
}

function notImplementedAfterChecks<Id extends OptionalOperationId>(
  services: Services,
  ...operationIds: Id[]
) {
  const respond = notImplemented(...operationIds);
  const handlers = operationIds.map((id) => [
    id,
    async ({ params }: ItemRequest, { tenantId }: TenantContext) => {
      const parameter = idParameterOf(id);
      const values = params as Readonly<Record<string, string>>;
      if (parameter !== undefined) await services[operations[id].tag]?.get(tenantId, values[parameter] ?? '');
      return respond[id]();
    },
  ]);
  return Object.fromEntries(handlers) as {
    readonly [Operation in Id]: (request: ItemRequest, context: TenantContext) => Promise<never>;
  };
}
