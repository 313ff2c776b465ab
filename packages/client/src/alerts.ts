import type { AlertState } from '@penstock/contract';
import type { Connection } from './connection.ts';
import { nameErrors, PenstockError } from './errors.ts';
import {
  createStackAlerts as createStackAlertOperations,
  type ServiceScope,
  type StackAlerts as StackAlertOperations,
} from './generated/management.ts';
import type { Alert } from './generated/models.ts';
import {
  type Alerts as AlertOperations,
  createAlerts as createAlertOperations,
} from './generated/observability.ts';
import type { CallOptions } from './options.ts';
import { type WaitTimes, waitForState } from './wait-for-state.ts';

export type AlertWaitOptions = WaitTimes<Alert>;

/** What an alert adds to its operations. */
interface AlertWait {
  /**
   * Waits until an evaluation has brought the alert into a state: polls it with growing pauses. Rejects with {@link AlertWaitError}
   * if the wait takes too long, and with the error of `get` if a request fails. An evaluation that fails does not end the wait,
   * because it is repeated.
   *
   * @example
   * await alerts.waitForState('018f6d31-02aa-7c1d-8b17-5d0e4c9a6f70', 'firing', {
   *   onProgress: ({ state, lastEvaluation }) => console.log(state, lastEvaluation?.value),
   * });
   */
  waitForState(alertId: string, state: AlertState, options?: AlertWaitOptions): Promise<Alert>;
}

/** The alerts of a team. */
export interface Alerts extends AlertOperations, AlertWait {}

/** The alerts of a service. */
export interface StackAlerts extends StackAlertOperations, AlertWait {}

/** The alert did not reach the expected state in time. */
export class AlertWaitError extends PenstockError<'wait_timed_out'> {
  /** The last state that the server returned; undefined if it returned none. */
  declare readonly lastState: AlertState | undefined;
  /** The last evaluation that the server returned, with the reason if it failed. */
  declare readonly lastEvaluation: Alert['lastEvaluation'];

  constructor(operationId: 'getAlert' | 'getStackAlert', target: AlertState, alert: Alert | undefined) {
    const cause = alert?.lastEvaluation?.error;
    const detail = `The alert is ${alert?.state ?? 'unknown'}, not ${target}.${cause === undefined ? '' : ` ${cause}`}`;
    super('wait_timed_out', detail, { operationId, method: '', path: '' });
    this.lastState = alert?.state;
    this.lastEvaluation = alert?.lastEvaluation;
  }
}

nameErrors({ AlertWaitError });

/** Creates the alerts resource of a team. Sends no request. */
export function createAlerts(connection: Connection<'observability'>): Alerts {
  return withWait(createAlertOperations(connection), 'getAlert');
}

/** Creates the alerts resource of a service. Sends no request. */
export function createStackAlerts(connection: Connection<'management'>, scope: ServiceScope): StackAlerts {
  return withWait(createStackAlertOperations(connection, scope), 'getStackAlert');
}

interface AlertReader {
  get(alertId: string, options?: CallOptions): PromiseLike<Alert>;
}

function withWait<Operations extends AlertReader>(
  operations: Operations,
  operationId: 'getAlert' | 'getStackAlert',
): Operations & AlertWait {
  const wait: AlertWait = {
    waitForState: (alertId, target, times = {}) =>
      waitForState((poll) => operations.get(alertId, poll), {
        ...{ ...times, target },
        error: (_, alert) => new AlertWaitError(operationId, target, alert),
      }),
  };
  return Object.assign(operations, wait);
}
