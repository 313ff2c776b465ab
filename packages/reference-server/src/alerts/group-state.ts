import type { AlertWindow } from './windows.ts';

/** What an alert compares, and whom it notifies about it. */
export interface AlertRules {
  readonly threshold: number;
  readonly thresholdType: 'above' | 'below';
  readonly consecutiveWindows: number;
  /** Undefined: no reminders. */
  readonly reminderMs: number | undefined;
  readonly silenced: boolean;
  /** Whether it has groups. */
  readonly grouped: boolean;
}

export interface AlertGroup {
  /** Absent for an alert without groups. */
  readonly key?: string;
  /** The columns of the group with their values. */
  readonly columns?: Readonly<Record<string, string>>;
}

/** The state of a group, or of an alert without groups, after a window. */
export interface GroupState extends AlertGroup {
  readonly state: 'inactive' | 'pending' | 'firing';
  /** How many windows in a row meet the condition, at most `consecutiveWindows`. */
  readonly met: number;
  /** The end of the last window with rows of the group. */
  readonly seenAt: number;
  /** Whether the channel knows that the group fires. */
  readonly announced: boolean;
  /** Whether the alert was silenced in the last window. */
  readonly silenced: boolean;
  /** The end of the window of the last notification. */
  readonly notifiedAt: number;
}

export type AlertNotificationType = 'alert.firing' | 'alert.resolved' | 'alert.reminder';

/** The value of a group in a window. It is undefined if it is no number. */
export interface Observed extends AlertGroup {
  readonly value: number | undefined;
  /** Whether there are no rows, so that the value is 0. */
  readonly empty: boolean;
}

/** The evaluation of a window for a group. */
export interface Evaluated extends AlertWindow, Observed {
  readonly state: GroupState['state'];
  /** The notification that it sends. */
  readonly notification?: AlertNotificationType;
}

/** A group that was not evaluated yet. */
export function newGroup({ key, columns }: AlertGroup, seenAt: number): GroupState {
  return {
    ...(key !== undefined && { key }),
    ...(columns !== undefined && { columns }),
    ...{ state: 'inactive', met: 0, seenAt, announced: false, silenced: false, notifiedAt: 0 },
  };
}

/** `above` is at or above the threshold, `below` is below it: a value never meets both. */
export function meets({ threshold, thresholdType }: AlertRules, value: number): boolean {
  return thresholdType === 'above' ? value >= threshold : value < threshold;
}

/** How a window is evaluated. */
export interface WindowOptions {
  /** Whether later windows are evaluated in the same run; reminders are then late and are not sent. */
  readonly catchingUp: boolean;
}

/** The state of a group after a window with this value, and the entry of its history. */
export function nextGroupState(
  rules: AlertRules,
  before: GroupState,
  window: AlertWindow,
  { value, empty }: Pick<Observed, 'value' | 'empty'>,
  options: WindowOptions,
): { readonly after: GroupState; readonly entry: Evaluated } {
  const seenAt = empty ? before.seenAt : window.end;
  const result = (after: GroupState, notification?: AlertNotificationType) => {
    const entry = { ...groupOf(before), ...window, value, empty, state: after.state };
    return { after, entry: notification === undefined ? entry : { ...entry, notification } };
  };
  // A value that is no number is ignored.
  if (value === undefined) return result({ ...before, seenAt });
  const met = meets(rules, value) ? Math.min(before.met + 1, rules.consecutiveWindows) : 0;
  const state = stateOf(rules, before, met);
  const { silenced } = rules;
  const notification = notificationOf(rules, before, state, window, options);
  const announced = state === 'firing' && (before.announced || notification === 'alert.firing');
  const notifiedAt = notification === undefined ? before.notifiedAt : window.end;
  return result({ ...before, state, met, seenAt, announced, silenced, notifiedAt }, notification);
}

function stateOf(rules: AlertRules, before: GroupState, met: number): GroupState['state'] {
  if (met === 0) return 'inactive';
  // More windows in a row are asked for since it began to fire.
  if (before.state === 'firing') return 'firing';
  return met >= rules.consecutiveWindows ? 'firing' : 'pending';
}

/** A silenced alert drops its notifications (D-78). */
function notificationOf(
  { silenced, reminderMs }: AlertRules,
  before: GroupState,
  state: GroupState['state'],
  window: AlertWindow,
  { catchingUp }: WindowOptions,
): AlertNotificationType | undefined {
  if (silenced) return undefined;
  if (state !== 'firing') return before.announced ? 'alert.resolved' : undefined;
  if (!before.announced) return 'alert.firing';
  // It fired before the silence, and still does.
  if (before.silenced) return 'alert.reminder';
  const due = reminderMs !== undefined && window.end - before.notifiedAt >= reminderMs;
  return due && !catchingUp ? 'alert.reminder' : undefined;
}

function groupOf({ key, columns }: AlertGroup): AlertGroup {
  return { ...(key !== undefined && { key }), ...(columns !== undefined && { columns }) };
}
