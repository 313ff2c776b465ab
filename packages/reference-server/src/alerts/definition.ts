import type { Alert } from './alert.ts';
import type { AlertRules } from './group-state.ts';
import type { AlertTarget } from './target.ts';
import { milliseconds } from './windows.ts';

/** The part of an alert that its evaluation depends on. */
export type AlertDefinition = Pick<Alert, 'threshold' | 'thresholdType' | 'interval'> & {
  readonly consecutiveWindows?: number;
  readonly reminderInterval?: string;
  readonly silenced?: boolean;
};

/** The rules by which an alert is evaluated. */
export function rulesOf(alert: AlertDefinition, { request }: Pick<AlertTarget, 'request'>): AlertRules {
  const { threshold, thresholdType, consecutiveWindows = 1, reminderInterval, silenced = false } = alert;
  return {
    threshold,
    thresholdType: thresholdType === 'below' ? 'below' : 'above',
    consecutiveWindows,
    reminderMs: reminderInterval === undefined ? undefined : milliseconds(reminderInterval),
    silenced,
    grouped: request.groupBy !== undefined,
  };
}
