import type { ManagementHandlers, ObservabilityHandlers } from '@penstock/server';
import type { ApiKeyPrincipal, TokenPrincipal } from '../../api/access/principal.ts';
import type { AccessService } from '../../api/access/service.ts';
import { managedHandlers, teamHandlers } from '../base/handlers.ts';
import type { AlertService } from './service.ts';

type StackAlertHandlers = Pick<
  ManagementHandlers<ApiKeyPrincipal>,
  'listStackAlerts' | 'createStackAlert' | 'getStackAlert' | 'updateStackAlert' | 'deleteStackAlert'
>;

type AlertHandlers = Pick<
  ObservabilityHandlers<TokenPrincipal>,
  'listAlerts' | 'createAlert' | 'getAlert' | 'updateAlert' | 'deleteAlert'
>;

/** The alert operations of `/v1`: the tenant is the service of the path. */
export function stackAlertHandlers(access: AccessService, alerts: AlertService): StackAlertHandlers {
  const { list, create, get, update, remove } = managedHandlers(access, alerts, {
    create: 'createStackAlert',
    id: 'alertId',
  });
  return {
    listStackAlerts: list,
    createStackAlert: create,
    getStackAlert: get,
    updateStackAlert: update,
    deleteStackAlert: remove,
  };
}

/** The alert operations of `/api/v2`: the tenant is the team of the token. */
export function alertHandlers(alerts: AlertService): AlertHandlers {
  const { list, create, get, update, remove } = teamHandlers(alerts, {
    create: 'createAlert',
    id: 'alertId',
  });
  return {
    listAlerts: list,
    createAlert: create,
    getAlert: get,
    updateAlert: update,
    deleteAlert: remove,
  };
}
