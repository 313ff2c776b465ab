import { type ResourceHandlers, resourceHandlers } from '../base/handlers.ts';
import type { AlertService } from './service.ts';

export const alertHandlers = (alerts: AlertService): ResourceHandlers<'Alert', 'Alerts'> =>
  resourceHandlers({ one: 'Alert', many: 'Alerts', id: 'alertId' }, alerts);
