import {
  type AlertRules,
  type Evaluated,
  type GroupState,
  meets,
  newGroup,
  nextGroupState,
  type Observed,
  type WindowOptions,
} from './group-state.ts';
import type { AlertWindow } from './windows.ts';

/** A window with the groups that have rows in it. */
export interface ObservedWindow extends AlertWindow {
  readonly values: readonly Observed[];
}

/** What is known of an alert after its last evaluation. */
export interface AlertProgress {
  /** The end of the last window that was evaluated; undefined before the first one. */
  readonly evaluatedUntil?: number;
  /** The end of the last window that could not be evaluated. */
  readonly failedUntil?: number;
  /** The length of the windows, and what was evaluated. */
  readonly intervalMs?: number;
  readonly subject?: string;
  /** The groups that matter in the next window: those that do not, because 0 leaves them inactive, are left out. */
  readonly groups: readonly GroupState[];
}

/** The result of an evaluation: what is known then, and the entries of the history in their order. */
export interface Evaluation {
  readonly progress: AlertProgress;
  readonly entries: readonly Evaluated[];
}

export const NOT_EVALUATED: AlertProgress = { groups: [] };

/** Each group has a state and notifications (D-77). */
export const MOST_GROUPS = 1_000;

/** An alert that cannot be evaluated, and what its author can change. */
export class TooManyGroups extends Error {
  override readonly name = 'TooManyGroups';

  constructor() {
    super(
      `The alert has more than ${MOST_GROUPS.toLocaleString('en-US')} groups. Use a groupBy with fewer values, or a stricter condition.`,
    );
  }
}

/** What an alert evaluates, and in windows of which length. */
export interface AlertSubject {
  readonly intervalMs: number;
  /** Changes when the alert evaluates something else. */
  readonly subject: string;
}

/** The progress that an evaluation continues: another length of windows begins with the last complete window. */
export function continuedProgress(progress: AlertProgress, intervalMs: number): AlertProgress {
  if (progress.intervalMs === undefined || progress.intervalMs === intervalMs) return progress;
  const { evaluatedUntil: _evaluated, failedUntil: _failed, ...continued } = progress;
  return continued;
}

/**
 * Evaluates windows in their order. `progress` is what `continuedProgress` returned. With `live`, each window is evaluated as if
 * it were the last one, as in a preview.
 *
 * @throws TooManyGroups
 */
export function evaluate(
  rules: AlertRules,
  subject: AlertSubject,
  progress: AlertProgress,
  windows: readonly ObservedWindow[],
  { live = false }: { readonly live?: boolean } = {},
): Evaluation {
  const entries: Evaluated[] = [];
  let groups = progress.groups;
  let { evaluatedUntil } = progress;
  let forgets = progress.subject !== undefined && progress.subject !== subject.subject;
  windows.forEach((window, index) => {
    const hasGap = evaluatedUntil === undefined || evaluatedUntil < window.start;
    const catchingUp = !live && index < windows.length - 1;
    const rememberedMs = forgets ? 0 : Math.max(REMEMBERED_MS, subject.intervalMs);
    const next = evaluateWindow(rules, hasGap ? afterGap(groups) : groups, window, {
      ...{ catchingUp, rememberedMs },
    });
    groups = next.groups;
    entries.push(...next.entries);
    evaluatedUntil = window.end;
    forgets = false;
  });
  return {
    progress: { ...(evaluatedUntil !== undefined && { evaluatedUntil }), ...subject, groups },
    entries,
  };
}

/** An evaluation that failed leaves the states of groups (D-44). `failed`: the windows that did not fail before. */
export function afterFailure(
  progress: AlertProgress,
  windows: readonly AlertWindow[],
): { readonly progress: AlertProgress; readonly failed: readonly AlertWindow[] } {
  const { failedUntil = 0 } = progress;
  const failed = windows.filter(({ end }) => end > failedUntil);
  const last = failed.at(-1);
  return { progress: last === undefined ? progress : { ...progress, failedUntil: last.end }, failed };
}

/** The state of an alert with these groups. */
export function overallState(groups: readonly Pick<GroupState, 'state'>[]): GroupState['state'] {
  const has = (wanted: GroupState['state']) => groups.some(({ state }) => state === wanted);
  if (has('firing')) return 'firing';
  return has('pending') ? 'pending' : 'inactive';
}

/** The value of an alert in its last window: of its groups, the one that is furthest beyond the threshold. */
export function overallValue(
  { thresholdType }: AlertRules,
  entries: readonly Evaluated[],
): number | undefined {
  const last = entries.at(-1)?.end;
  const values = entries.flatMap(({ end, value }) => (end === last && value !== undefined ? [value] : []));
  if (values.length === 0) return undefined;
  return values.reduce((one, other) =>
    thresholdType === 'above' ? Math.max(one, other) : Math.min(one, other),
  );
}

/** A group without rows has the value 0 for this long, at least for one window. Then it is forgotten. */
const REMEMBERED_MS = 24 * 3_600 * 1000;

interface EvaluationOptions extends WindowOptions {
  readonly rememberedMs: number;
}

function evaluateWindow(
  rules: AlertRules,
  groups: readonly GroupState[],
  { values, ...window }: ObservedWindow,
  options: EvaluationOptions,
): { readonly groups: readonly GroupState[]; readonly entries: readonly Evaluated[] } {
  const known = new Map(groups.map((group) => [group.key, group]));
  const seen = values.map((observed) => {
    const group = known.get(observed.key) ?? newGroup(observed, window.end);
    return nextGroupState(rules, group, window, observed, options);
  });
  const absent = withoutRows(rules, groups, values, window);
  if (seen.length + absent.length > MOST_GROUPS) throw new TooManyGroups();
  const unseen = absent.map((group) => {
    const isForgotten = isOver(rules, group, window, options, values.length > 0);
    const judged = isForgotten ? { ...rules, ...NEVER_MET } : rules;
    return { isForgotten, before: group, ...nextGroupState(judged, group, window, NO_ROWS, options) };
  });
  const after = [...seen, ...unseen.filter(({ isForgotten }) => !isForgotten)].map((next) => next.after);
  const announced = unseen.filter(({ isForgotten, before }) => !isForgotten || before.state !== 'inactive');
  return {
    groups: after.filter((group) => matters(rules, group)),
    entries: [...seen, ...announced].map(({ entry }) => entry),
  };
}

const NO_ROWS = { value: 0, empty: true } as const;
/** A group that is forgotten stops firing, whatever the value 0 means. */
const NEVER_MET = { threshold: Number.POSITIVE_INFINITY, thresholdType: 'above' } as const;

/**
 * The groups that have no rows in the window. An alert without groups is one, and so are all groups together while none is known: an
 * empty window has the value 0.
 */
function withoutRows(
  { grouped }: AlertRules,
  groups: readonly GroupState[],
  values: readonly Observed[],
  window: AlertWindow,
): readonly GroupState[] {
  const keys = new Set(values.map(({ key }) => key));
  const missing = groups.filter(({ key }) => !keys.has(key));
  const isCounted = grouped ? values.length + missing.length > 0 : keys.has(undefined);
  if (isCounted || missing.some(({ key }) => key === undefined)) return missing;
  return [...missing, newGroup({}, window.end)];
}

/** Whether a group without rows is forgotten after the window. */
function isOver(
  { grouped }: AlertRules,
  { key, seenAt }: GroupState,
  window: AlertWindow,
  { rememberedMs }: EvaluationOptions,
  hasRows: boolean,
): boolean {
  if (key === undefined) return grouped && hasRows;
  return window.end - seenAt > rememberedMs;
}

/** Whether a group can change its state without rows. */
function matters(rules: AlertRules, { state }: GroupState): boolean {
  return state !== 'inactive' || meets(rules, 0);
}

/** Windows that were left out interrupt a row of windows. */
function afterGap(groups: readonly GroupState[]): readonly GroupState[] {
  return groups.map((group) => (group.state === 'pending' ? { ...group, state: 'inactive', met: 0 } : group));
}
