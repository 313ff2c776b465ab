import { type ResourceHandlers, resourceHandlers } from '../base/handlers.ts';
import type { DashboardService } from './service.ts';

export const dashboardHandlers = (
  dashboards: DashboardService,
): ResourceHandlers<'Dashboard', 'Dashboards'> =>
  resourceHandlers({ one: 'Dashboard', many: 'Dashboards', id: 'dashboardId' }, dashboards);
