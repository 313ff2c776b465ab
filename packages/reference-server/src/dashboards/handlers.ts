import type { ManagementHandlers } from '@penstock/server';
import type { ApiKeyPrincipal } from '../access/principal.ts';
import type { AccessService } from '../access/service.ts';
import type { DashboardService } from './service.ts';

/** The default of the contract's `limit` (D-05). */
const DEFAULT_LIMIT = 100;

/** The dashboard operations of `/v1`. */
export function stackDashboardHandlers(
  access: AccessService,
  dashboards: DashboardService,
): Pick<ManagementHandlers<ApiKeyPrincipal>, 'listStackDashboards'> {
  return {
    async listStackDashboards({ params, query }, { principal, requestId }) {
      const serviceId = await access.requireService(principal, params);
      const page = { limit: query.limit ?? DEFAULT_LIMIT, cursor: query.cursor };
      const { dashboards: result, nextCursor } = await dashboards.list(serviceId, page);
      return { status: 200, body: { status: 200, requestId, result, nextCursor } };
    },
  };
}
