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
import { type AlertTarget, type ReadTargets, TargetError } from '../../alerts/target.ts';
import { type AlertWindow, dueWindows, milliseconds, nextDue } from '../../alerts/windows.ts';
import type { AlertPace } from './alert-pace.ts';
import type { DueAlerts, LeasedAlert } from './alert-queue.ts';
import type { CheckedAlerts } from './checked-alerts.ts';
import { type Checked, type Pending, statementsOf } from './shared-statements.ts';
import type { StoredEvaluation } from './store-evaluations.ts';

/** What evaluations need. */
export interface EvaluationParts {
  readonly engine: EnginePort;
  readonly readTargets: ReadTargets;
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
  const statements = statementsOf(await withChecks(parts, targeted));
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
  const targets = await parts.readTargets(due[0]?.leased.tenantId ?? '', alerts);
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

/** Alerts that cannot be evaluated fail. */
async function withChecks(parts: EvaluationParts, targeted: readonly Targeted[]): Promise<Checked[]> {
  const failed: Failed[] = [];
  const check = async (one: Targeted): Promise<Checked[]> => {
    const checked = await parts.checked.check(one.target).catch((error: unknown) => asError(error));
    if (!(checked instanceof Error)) return [{ ...one, checked }];
    failed.push({ one, error: checked, alone: false });
    return [];
  };
  const checked = await Promise.all(targeted.map(check));
  await storeFailures(parts, failed);
  return checked.flat();
}

async function evaluateTogether(parts: EvaluationParts, some: readonly Pending[]): Promise<void> {
  const values = await read(parts, some).catch((error: unknown) => asError(error));
  if (!(values instanceof Error))
    return parts.store(some.map((one, index) => success(parts.pace, one, values[index] ?? [])));
  const isOfAlert = !(values instanceof EngineUnavailableError);
  const isAlone = some.every(({ leased }) => leased.alone);
  if (isOfAlert && !isAlone && !parts.signal.aborted) return parts.store(some.map(isolated));
  return storeFailures(
    parts,
    some.map((one) => ({ one, error: values, alone: isAlone })),
  );
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

/** The statement of an alert that failed before may run longer, because no other alert waits for it. */
function read(
  { engine, pace, signal }: EvaluationParts,
  some: readonly Pending[],
): Promise<readonly (readonly AlertValue[])[]> {
  const [first] = some;
  if (first === undefined) return Promise.resolve([]);
  const { windows, intervalMs, leased } = first;
  const checked = some.map((one) => one.checked);
  const range = { start: windows[0]?.start ?? 0, end: windows.at(-1)?.end ?? 0 };
  const seconds = leased.alone ? QUERY_LIMITS.seconds : pace.sharedSeconds;
  const limits = { ...QUERY_LIMITS, seconds };
  return queryAlerts(engine, checked, range, { seconds: intervalMs / 1000 }, { signal, limits });
}

interface Failed {
  readonly one: Targeted;
  readonly error: Error;
  readonly alone: boolean;
}

/** While the process stops nothing is stored: the alerts are released as they were. */
async function storeFailures(parts: EvaluationParts, failed: readonly Failed[]): Promise<void> {
  if (parts.signal.aborted) return;
  for (const { one, error } of failed) {
    parts.checked.forget(one.target);
    if (isExpected(error)) continue;
    const { tenantId, alertId } = one.leased;
    parts.logger.error({ tenantId, alertId, err: error }, 'An alert could not be evaluated');
  }
  await parts.store(failed.map(({ one, error, alone }) => failure(parts.pace, one, error, alone)));
}

/** No window is due, for example because the alert was changed. */
function postponed({ delayMs }: AlertPace, { leased, now, intervalMs, progress }: Due): StoredEvaluation {
  const dueAt = nextDue({ now, intervalMs, delayMs, evaluatedUntil: progress.evaluatedUntil });
  const { progress: kept, attempts, alone } = leased;
  return { leased, progress: kept, dueAt, attempts, alone, batch: '' };
}

/** The alert is evaluated again, by itself. */
function isolated({ leased, now, batch }: Pending): StoredEvaluation {
  return { leased, progress: leased.progress, dueAt: now, attempts: leased.attempts, alone: true, batch };
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
      ...{ leased, progress, attempts: 0, alone: false, batch },
      dueAt: nextDue({ now, intervalMs, delayMs: pace.delayMs, evaluatedUntil }),
      result: {
        evaluatedAt: new Date(now).toISOString(),
        state: overallState(progress.groups),
        ...(value !== undefined && { value }),
        ...{ entries, failed: [] },
      },
    };
  } catch (error) {
    if (error instanceof TooManyGroups) return failure(pace, one, error, true);
    throw error;
  }
}

/** The windows are evaluated again after a pause, which doubles with each failure. `alone`: the statement of the alert failed. */
function failure(pace: AlertPace, one: Due, error: Error, alone = false): StoredEvaluation {
  const { leased, now, windows } = one;
  const attempts = leased.attempts + 1;
  const { progress, failed } = afterFailure(one.progress, windows);
  return {
    ...{ leased, progress, attempts, alone, batch: '' },
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
