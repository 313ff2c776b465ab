import type { AlertPreview, AlertPreviewQuery, Readable, Writable } from '@penstock/contract';
import { checkAlert, type EnginePort, queryAlerts } from '@penstock/engine';
import { type ErrorEntry, ProblemError } from '@penstock/server';
import { rulesOf } from '../../alerts/definition.ts';
import { evaluate, NOT_EVALUATED, TooManyGroups } from '../../alerts/evaluate.ts';
import type { AlertGroup, Evaluated } from '../../alerts/group-state.ts';
import { observedWindows } from '../../alerts/observed-windows.ts';
import { type AlertTarget, TargetError } from '../../alerts/target.ts';
import { type AlertWindow, milliseconds, windowsOf } from '../../alerts/windows.ts';
import { errorEntry } from '../base/error-entries.ts';
import { rejectBrokenReferences, rejectInvalid } from '../base/problems.ts';
import { queryProblemOf } from '../queries/query-problem.ts';
import { describeRange, rangeOf } from '../queries/range.ts';
import type { Caller } from '../queries/service.ts';
import { brokenAlertReferences, type ReferredRepositories } from './references.ts';
import { type TargetRepositories, targetReader } from './target-reader.ts';

type Preview = Readable<AlertPreview>;
type PreviewBody = Writable<AlertPreviewQuery>;

interface PreviewParts {
  readonly engine: EnginePort;
  readonly repositories: TargetRepositories & ReferredRepositories;
}

const LONGEST_MS = milliseconds('31d');
const MOST_WINDOWS = 2_000;
/** A response has at most this many windows of groups. */
const MOST_ENTRIES = 20_000;

/** Evaluates alerts that do not exist, in a range of the past (D-80). */
export function alertPreview({ engine, repositories }: PreviewParts) {
  return async (body: PreviewBody, { tenantId, signal }: Caller): Promise<Preview> => {
    const range = rangeOf(body);
    const intervalMs = milliseconds(body.interval);
    rejectInvalid(rangeErrors(range, intervalMs));
    rejectBrokenReferences(await brokenAlertReferences(repositories, tenantId, body, undefined));
    const target = await targetOf(repositories, tenantId, body);
    const windows = windowsOf({ start: range.start, end: Math.min(range.end, Date.now()) }, intervalMs);
    const stored = body.source === 'tile' ? 'tile' : 'saved search or groupBy';
    const values = await read(engine, target, windows, intervalMs, signal).catch((error: unknown) => {
      throw queryProblemOf(false, error, stored);
    });
    const rules = rulesOf(body, target);
    const subject = { intervalMs, subject: target.subject };
    const observed = observedWindows(windows, values);
    const { entries } = withinLimits(() => evaluate(rules, subject, NOT_EVALUATED, observed, { live: true }));
    const firings = firingsOf(entries);
    return {
      ...describeRange(range),
      fired: firings.length > 0,
      notificationCount: entries.filter(({ notification }) => notification !== undefined).length,
      firings,
      windows: entries.map(describeWindow),
    };
  };
}

function rangeErrors({ start, end }: AlertWindow, intervalMs: number): ErrorEntry[] {
  const outOfRange = (most: string) => [
    errorEntry('/startTime', 'out_of_range', `must be at most ${most} before endTime`),
  ];
  if (end - start > LONGEST_MS) return outOfRange('31 days');
  if ((end - start) / intervalMs <= MOST_WINDOWS) return [];
  return outOfRange(`${MOST_WINDOWS.toLocaleString('en-US')} windows`);
}

async function targetOf(
  repositories: TargetRepositories,
  tenantId: string,
  body: PreviewBody,
): Promise<AlertTarget> {
  const [target] = await targetReader(repositories)(tenantId, [body]);
  if (target !== undefined && !(target instanceof TargetError)) return target;
  throw new ProblemError({ code: 'source_not_ready', detail: target?.message ?? '' });
}

/** All windows in one statement. */
async function read(
  engine: EnginePort,
  target: AlertTarget,
  windows: readonly AlertWindow[],
  intervalMs: number,
  signal: AbortSignal,
) {
  const checked = await checkAlert(engine, target.queried, target.request);
  const [first] = windows;
  const last = windows.at(-1);
  if (first === undefined || last === undefined) return [];
  const range = { start: first.start, end: last.end };
  const [values = []] = await queryAlerts(
    engine,
    [checked],
    range,
    { seconds: intervalMs / 1000 },
    { signal },
  );
  return values;
}

function withinLimits<Result extends { readonly entries: readonly unknown[] }>(run: () => Result): Result {
  const result = attempt(run);
  if (result.entries.length <= MOST_ENTRIES) return result;
  const most = MOST_ENTRIES.toLocaleString('en-US');
  throw new ProblemError({
    code: 'query_too_large',
    detail: `The preview has more than ${most} windows of groups. Use a shorter range or fewer groups.`,
  });
}

function attempt<Result>(run: () => Result): Result {
  try {
    return run();
  } catch (error) {
    if (error instanceof TooManyGroups)
      throw new ProblemError({ code: 'query_too_large', detail: error.message, cause: error });
    throw error;
  }
}

/** The periods in which groups fire, from the end of the window that makes them fire. */
function firingsOf(entries: readonly Evaluated[]): Preview['firings'] {
  const firings: Preview['firings'] = [];
  const current = new Map<string | undefined, number>();
  for (const { end, state, ...group } of entries) {
    const index = current.get(group.key);
    const time = new Date(end).toISOString();
    if (state === 'firing' && index === undefined) {
      current.set(group.key, firings.length);
      firings.push({ startTime: time, ...describeGroup(group) });
    } else if (state !== 'firing' && index !== undefined) {
      current.delete(group.key);
      firings[index] = { ...(firings[index] as Preview['firings'][number]), endTime: time };
    }
  }
  return firings;
}

function describeWindow(entry: Evaluated): Preview['windows'][number] {
  const { start, end, state, value, empty, notification } = entry;
  return {
    windowStart: new Date(start).toISOString(),
    windowEnd: new Date(end).toISOString(),
    ...describeGroup(entry),
    state,
    ...(value !== undefined && { value }),
    empty,
    ...(notification !== undefined && { notification }),
  };
}

function describeGroup({ key, columns }: AlertGroup) {
  return {
    ...(key !== undefined && { groupKey: key }),
    ...(columns !== undefined && { group: { ...columns } }),
  };
}
