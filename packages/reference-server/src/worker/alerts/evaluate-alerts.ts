import {
  type AlertValue,
  type EnginePort,
  EngineUnavailableError,
  QUERY_LIMITS,
  QueryError,
  queryAlerts,
} from '@penstock/engine';
import type { Logger } from '@penstock/server';
import { rulesOf } from '../../alerts/definition.ts';
import {
  type AlertProgress,
  afterFailure,
  continuedProgress,
  evaluate,
  overallState,
  overallValue,
  TooManyGroups,
} from '../../alerts/evaluate.ts';
import { observedWindows } from '../../alerts/observed-windows.ts';
import { type AlertTarget, readTargets, TargetError, type TargetRepositories } from '../../alerts/target.ts';
import { type AlertWindow, dueWindows, milliseconds, nextDue } from '../../alerts/windows.ts';
import type { AlertPace } from './alert-pace.ts';
import type { DueAlerts, LeasedAlert } from './alert-queue.ts';
import type { CheckedAlerts } from './checked-alerts.ts';
import { type Checked, type Pending, statementsOf } from './shared-statements.ts';
import type { StoredEvaluation } from './store-evaluations.ts';

/** What evaluations need. */
export interface EvaluationParts {
  readonly engine: EnginePort;
  readonly targets: TargetRepositories;
  readonly checked: CheckedAlerts;
  readonly pace: AlertPace;
  readonly signal: AbortSignal;
  readonly logger: Logger;
  /** Stores results as soon as they are known. */
  readonly store: (evaluations: readonly StoredEvaluation[]) => Promise<void>;
}

/** A leased alert with the windows that are due. */
interface Due {
  readonly leased: LeasedAlert;
  readonly now: number;
  readonly intervalMs: number;
  readonly windows: readonly AlertWindow[];
  readonly progress: AlertProgress;
}

/** A due alert with what it evaluates. */
export interface Targeted extends Due {
  readonly target: AlertTarget;
}

/**
 * Evaluates leased alerts and stores the results. Alerts that can share a statement do. If a shared one fails, each of its alerts is
 * evaluated by itself after that, so that a broken alert does not fail the others.
 */
export async function evaluateAlerts(parts: EvaluationParts, { now, alerts }: DueAlerts): Promise<void> {
  const due = alerts.map((leased) => dueOf(parts.pace, leased, now));
  const waiting = due.filter(({ windows }) => windows.length === 0);
  await parts.store(waiting.map((one) => postponed(parts.pace, one)));
  const ready = due.filter(({ windows }) => windows.length > 0);
  const targeted = (await Promise.all([...byTenant(ready)].map((some) => withTargets(parts, some)))).flat();
  const checked = (await Promise.all(targeted.map((one) => checkedOrFailed(parts, one)))).flat();
  const statements = statementsOf(checked);
  await Promise.all(statements.map((some) => evaluateTogether(parts, some)));
}

function dueOf({ delayMs }: AlertPace, leased: LeasedAlert, now: number): Due {
  const intervalMs = milliseconds(leased.alert.interval);
  const progress = continuedProgress(leased.progress, intervalMs);
  const windows = dueWindows({ now, intervalMs, delayMs, evaluatedUntil: progress.evaluatedUntil });
  return { leased, now, intervalMs, windows, progress };
}

function byTenant(due: readonly Due[]): Iterable<readonly Due[]> {
  return Map.groupBy(due, ({ leased }) => leased.tenantId).values();
}

/** Alerts without a target fail. */
async function withTargets(parts: EvaluationParts, due: readonly Due[]): Promise<Targeted[]> {
  const alerts = due.map(({ leased }) => leased.alert);
  const targets = await readTargets(parts.targets, due[0]?.leased.tenantId ?? '', alerts);
  const failed = due.flatMap((one, index) => {
    const target = targets[index];
    return target instanceof TargetError ? [failure(parts.pace, one, target)] : [];
  });
  await parts.store(failed);
  return due.flatMap((one, index) => {
    const target = targets[index];
    return target === undefined || target instanceof TargetError ? [] : [{ ...one, target }];
  });
}

/** None if the alert cannot be evaluated. */
async function checkedOrFailed(parts: EvaluationParts, one: Targeted): Promise<Checked[]> {
  const checked = await parts.checked.check(one.target).catch((error: unknown) => asError(error));
  if (!(checked instanceof Error)) return [{ ...one, checked }];
  await storeFailures(parts, [one], checked);
  return [];
}

async function evaluateTogether(parts: EvaluationParts, some: readonly Pending[]): Promise<void> {
  const values = await read(parts, some).catch((error: unknown) => asError(error));
  if (!(values instanceof Error))
    return parts.store(some.map((one, index) => success(parts.pace, one, values[index] ?? [])));
  const isShared = some.length > 1 && !(values instanceof EngineUnavailableError);
  if (isShared && !parts.signal.aborted) return parts.store(some.map(isolated));
  return storeFailures(parts, some, values);
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

/** A statement of one alert may run longer, because no other alert waits for it. */
function read(
  { engine, pace, signal }: EvaluationParts,
  some: readonly Pending[],
): Promise<readonly (readonly AlertValue[])[]> {
  const { windows = [], intervalMs = 0 } = some[0] ?? {};
  const checked = some.map((one) => one.checked);
  const range = { start: windows[0]?.start ?? 0, end: windows.at(-1)?.end ?? 0 };
  const seconds = checked.length > 1 ? pace.sharedSeconds : QUERY_LIMITS.seconds;
  const limits = { ...QUERY_LIMITS, seconds };
  return queryAlerts(engine, checked, range, { seconds: intervalMs / 1000 }, { signal, limits });
}

/** While the process stops nothing is stored: the alerts are released as they were. */
async function storeFailures(parts: EvaluationParts, some: readonly Targeted[], error: Error): Promise<void> {
  if (parts.signal.aborted) return;
  if (!isExpected(error)) parts.logger.error({ err: error }, 'An alert could not be evaluated');
  for (const { target } of some) parts.checked.forget(target);
  await parts.store(some.map((one) => failure(parts.pace, one, error)));
}

/** No window is due, for example because the alert was changed. */
function postponed({ delayMs }: AlertPace, { leased, now, intervalMs, progress }: Due): StoredEvaluation {
  const dueAt = nextDue({ now, intervalMs, delayMs, evaluatedUntil: progress.evaluatedUntil });
  return { leased, progress: leased.progress, dueAt, attempts: leased.attempts, batch: '' };
}

/** The alert is evaluated again, by itself. */
function isolated({ leased, now, batch }: Pending): StoredEvaluation {
  return { leased, progress: leased.progress, dueAt: now, attempts: 1, batch };
}

function success(pace: AlertPace, one: Pending, values: readonly AlertValue[]): StoredEvaluation {
  const { leased, now, intervalMs, windows, target, batch } = one;
  const rules = rulesOf(leased.alert, target);
  const subject = { intervalMs, subject: target.subject };
  try {
    const observed = observedWindows(windows, values);
    const { progress, entries } = evaluate(rules, subject, one.progress, observed);
    const { evaluatedUntil } = progress;
    const value = overallValue(rules, entries);
    return {
      ...{ leased, progress, attempts: 0, batch },
      dueAt: nextDue({ now, intervalMs, delayMs: pace.delayMs, evaluatedUntil }),
      result: {
        evaluatedAt: new Date(now).toISOString(),
        state: overallState(progress.groups),
        ...(value !== undefined && { value }),
        ...{ entries, failed: [] },
      },
    };
  } catch (error) {
    if (error instanceof TooManyGroups) return failure(pace, one, error);
    throw error;
  }
}

/** The windows are evaluated again after a pause, which doubles with each failure. */
function failure(pace: AlertPace, one: Due, error: Error): StoredEvaluation {
  const { leased, now, windows } = one;
  const attempts = leased.attempts + 1;
  const { progress, failed } = afterFailure(one.progress, windows);
  return {
    ...{ leased, progress, attempts, batch: '' },
    dueAt: now + Math.min(pace.initialPauseMs * 2 ** (attempts - 1), pace.maxPauseMs),
    result: {
      ...{ evaluatedAt: new Date(now).toISOString(), state: 'error', error: reasonOf(error) },
      ...{ entries: [], failed },
    },
  };
}

const UNAVAILABLE = 'The engine is unavailable. The evaluation is retried.';
const DEFECT = 'The server could not evaluate the alert because of a defect. The evaluation is retried.';

/** A sentence for the author of the alert, without details of the server. */
function reasonOf(error: Error): string {
  if (error instanceof EngineUnavailableError) return UNAVAILABLE;
  return isExpected(error) ? error.message : DEFECT;
}

function isExpected(error: Error): boolean {
  return [QueryError, TargetError, TooManyGroups, EngineUnavailableError].some(
    (expected) => error instanceof expected,
  );
}
