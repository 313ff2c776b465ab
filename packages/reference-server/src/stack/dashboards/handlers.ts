import type { ManagementHandlers, ObservabilityHandlers } from '@penstock/server';
import type { ApiKeyPrincipal, TokenPrincipal } from '../../api/access/principal.ts';
import type { AccessService } from '../../api/access/service.ts';
import { managedHandlers, teamHandlers } from '../base/handlers.ts';
import type { DashboardService } from './service.ts';

type StackDashboardHandlers = Pick<
  ManagementHandlers<ApiKeyPrincipal>,
  | 'listStackDashboards'
  | 'createStackDashboard'
  | 'getStackDashboard'
  | 'updateStackDashboard'
  | 'deleteStackDashboard'
>;

type DashboardHandlers = Pick<
  ObservabilityHandlers<TokenPrincipal>,
  'listDashboards' | 'createDashboard' | 'getDashboard' | 'updateDashboard' | 'deleteDashboard'
>;

/** The dashboard operations of `/v1`: the tenant is the service of the path. */
export function stackDashboardHandlers(
  access: AccessService,
  dashboards: DashboardService,
): StackDashboardHandlers {
  const { list, create, get, update, remove } = managedHandlers(access, dashboards, {
    create: 'createStackDashboard',
    id: 'dashboardId',
  });
  return {
    listStackDashboards: list,
    createStackDashboard: create,
    getStackDashboard: get,
    updateStackDashboard: update,
    deleteStackDashboard: remove,
  };
}

/** The dashboard operations of `/api/v2`: the tenant is the team of the token. */
export function dashboardHandlers(dashboards: DashboardService): DashboardHandlers {
  const { list, create, get, update, remove } = teamHandlers(dashboards, {
    create: 'createDashboard',
    id: 'dashboardId',
  });
  return {
    listDashboards: list,
    createDashboard: create,
    getDashboard: get,
    updateDashboard: update,
    deleteDashboard: remove,
  };
}
