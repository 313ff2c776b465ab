import type { AnswerPromise } from './answer.ts';
import type { Call } from './call.ts';
import type { CallOptions, CreateOptions } from './call-options.ts';
import type { Alert, AlertCreate } from './contract-views.ts';
import type { ServiceScope } from './service-scope.ts';

/** Alerts, of a service or of a team; both surfaces have the same. */
export interface Alerts {
  /**
   * Creates an alert (operation `createStackAlert` under `/v1`, `createAlert` under `/api/v2`). The dashboard, tile,
   * saved search and webhook that it names must exist.
   */
  create(body: AlertCreate, options?: CreateOptions): AnswerPromise<Alert>;

  /** Gets one alert (operation `getStackAlert` under `/v1`, `getAlert` under `/api/v2`). */
  get(alertId: string, options?: CallOptions): AnswerPromise<Alert>;
}

/** The alerts of a service, under `/v1`. */
export function createStackAlerts(call: Call, scope: ServiceScope): Alerts {
  return {
    create: (body, options) => call('createStackAlert', { path: scope, body }, options),
    get: (alertId, options) => call('getStackAlert', { path: { ...scope, alertId } }, options),
  };
}

/** The alerts of the team that the token belongs to, under `/api/v2`. */
export function createTeamAlerts(call: Call): Alerts {
  return {
    create: (body, options) => call('createAlert', { body }, options),
    get: (alertId, options) => call('getAlert', { path: { alertId } }, options),
  };
}
