import { describe, expect, test } from 'vitest';
import {
  type AlertProgress,
  afterFailure,
  continuedProgress,
  evaluate,
  MOST_GROUPS,
  NOT_EVALUATED,
  type ObservedWindow,
  overallState,
  overallValue,
  TooManyGroups,
} from '../../src/alerts/evaluate.ts';
import type { AlertRules, Observed } from '../../src/alerts/group-state.ts';

const MINUTE = 60_000;
const RULES: AlertRules = {
  threshold: 5,
  thresholdType: 'above',
  consecutiveWindows: 1,
  reminderMs: undefined,
  silenced: false,
  grouped: false,
};
const GROUPED = { ...RULES, grouped: true };
const SUBJECT = { intervalMs: MINUTE, subject: 'errors' };

const observed = (value: number | undefined, key?: string): Observed => ({
  ...(key !== undefined && { key, columns: { ServiceName: key } }),
  ...{ value, empty: false },
});

/** Window by window; a number is the value of an alert without groups, null a window without rows. */
function windows(values: readonly (number | null | readonly Observed[])[], from = 0): ObservedWindow[] {
  return values.map((value, index) => ({
    start: (from + index) * MINUTE,
    end: (from + index + 1) * MINUTE,
    values: value === null ? [] : typeof value === 'number' ? [observed(value)] : value,
  }));
}

/** Each window in a run of its own: the state, and the notification. */
function run(
  rules: AlertRules,
  evaluated: readonly ObservedWindow[],
  progress: AlertProgress = NOT_EVALUATED,
) {
  let known = progress;
  const results = evaluated.flatMap((window) => {
    const result = evaluate(rules, SUBJECT, known, [window]);
    known = result.progress;
    return result.entries.map(({ key, state, notification, empty }) =>
      [key, state, notification?.replace('alert.', ''), empty ? 'empty' : undefined]
        .filter((part) => part !== undefined)
        .join(' '),
    );
  });
  return { results, progress: known };
}

const results = (rules: AlertRules, evaluated: readonly ObservedWindow[]) => run(rules, evaluated).results;

describe('an alert without groups', () => {
  test('notifies once when it begins to fire, and once when it stops', () => {
    expect(results(RULES, windows([1, 5, 9, 4]))).toEqual([
      'inactive',
      'firing firing',
      'firing',
      'inactive resolved',
    ]);
  });

  test('below the threshold', () => {
    expect(results({ ...RULES, thresholdType: 'below' }, windows([5, 4.9, 5]))).toEqual([
      'inactive',
      'firing firing',
      'inactive resolved',
    ]);
  });

  test('fires after enough windows in a row', () => {
    expect(results({ ...RULES, consecutiveWindows: 3 }, windows([9, 9, 1, 9, 9, 9]))).toEqual([
      'pending',
      'pending',
      'inactive',
      'pending',
      'pending',
      'firing firing',
    ]);
  });

  test('windows that were left out interrupt the row', () => {
    const rules = { ...RULES, consecutiveWindows: 2 };
    expect(results(rules, [...windows([9]), ...windows([9, 9], 5)])).toEqual([
      'pending',
      'pending',
      'firing firing',
    ]);
  });

  test('an empty window is 0', () => {
    expect(results(RULES, windows([9, null]))).toEqual(['firing firing', 'inactive resolved empty']);
    expect(results({ ...RULES, thresholdType: 'below' }, windows([9, null]))).toEqual([
      'inactive',
      'firing firing empty',
    ]);
  });

  test('a value that is no number is ignored', () => {
    const none = [[observed(undefined)]];
    expect(results(RULES, windows([9, ...none, 9, 1]))).toEqual([
      'firing firing',
      'firing',
      'firing',
      'inactive resolved',
    ]);
    expect(results(RULES, windows(none))).toEqual(['inactive']);
  });

  test('reminds while it fires', () => {
    const rules = { ...RULES, reminderMs: 2 * MINUTE };
    expect(results(rules, windows([9, 9, 9, 9, 9, 1, 9]))).toEqual([
      'firing firing',
      'firing',
      'firing reminder',
      'firing',
      'firing reminder',
      'inactive resolved',
      'firing firing',
    ]);
  });

  test('windows that are caught up in one run notify of each change, without late reminders', () => {
    const { entries, progress } = evaluate(
      { ...RULES, reminderMs: MINUTE },
      SUBJECT,
      NOT_EVALUATED,
      windows([9, 9, 9, 1, 9, 9, 9]),
    );
    expect(entries.map(({ notification }) => notification)).toEqual([
      'alert.firing',
      undefined,
      undefined,
      'alert.resolved',
      'alert.firing',
      undefined,
      'alert.reminder',
    ]);
    expect(progress.evaluatedUntil).toBe(7 * MINUTE);
  });
});

describe('silence', () => {
  const silenced = { ...RULES, silenced: true };

  test('drops notifications, and sends one if it still fires at the end', () => {
    const { results: quiet, progress } = run(silenced, windows([1, 9]));
    expect(quiet).toEqual(['inactive', 'firing']);
    expect(run(RULES, windows([9, 9, 1], 2), progress).results).toEqual([
      'firing firing',
      'firing',
      'inactive resolved',
    ]);
  });

  test('of an alert that fired before it ends with a reminder', () => {
    const { progress: announced } = run(RULES, windows([9]));
    const { progress } = run(silenced, windows([9], 1), announced);
    expect(run(RULES, windows([9, 9, 1], 2), progress).results).toEqual([
      'firing reminder',
      'firing',
      'inactive resolved',
    ]);
  });

  test('nothing is sent about what began and ended in it', () => {
    const { progress } = run(silenced, windows([9]));
    expect(run(RULES, windows([1], 1), progress).results).toEqual(['inactive']);
  });
});

describe('groups', () => {
  const two = (one: number, other: number) => [observed(one, 'cart'), observed(other, 'checkout')];

  test('each has its own state', () => {
    const { results: found, progress } = run(GROUPED, windows([two(9, 1), two(9, 9)]));
    expect(found).toEqual([
      'cart firing firing',
      'checkout inactive',
      'cart firing',
      'checkout firing firing',
    ]);
    expect(overallState(progress.groups)).toBe('firing');
  });

  test('a group without rows is 0', () => {
    expect(results(GROUPED, windows([two(9, 1), [observed(1, 'checkout')]]))).toEqual([
      'cart firing firing',
      'checkout inactive',
      'checkout inactive',
      'cart inactive resolved empty',
    ]);
  });

  test('a group without rows is forgotten after a day, and stops firing', () => {
    const below = { ...GROUPED, thresholdType: 'below' as const };
    const { progress } = run(below, windows([two(9, 9)]));
    const day = 24 * 60;
    const alone = [observed(9, 'checkout')];
    const quiet = Array.from({ length: day + 2 }, () => alone);
    const found = run(below, windows(quiet, 1), progress).results.filter((text) => text.startsWith('cart'));
    expect(found).toHaveLength(day + 1);
    expect([found[0], found[1], found.at(-1)]).toEqual([
      'cart firing firing empty',
      'cart firing empty',
      'cart inactive resolved empty',
    ]);
  });

  test('without any group, all together are 0', () => {
    const below = { ...GROUPED, thresholdType: 'below' as const };
    expect(results(below, windows([null, null, two(9, 9)]))).toEqual([
      'firing firing empty',
      'firing empty',
      'cart inactive',
      'checkout inactive',
      'inactive resolved empty',
    ]);
  });

  test('are limited, those without rows included', () => {
    const many = (count: number, name: string) =>
      Array.from({ length: count }, (_, index) => observed(9, `${name} ${index}`));
    expect(() => evaluate(GROUPED, SUBJECT, NOT_EVALUATED, windows([many(MOST_GROUPS, 'a')]))).not.toThrow();
    expect(() => evaluate(GROUPED, SUBJECT, NOT_EVALUATED, windows([many(MOST_GROUPS + 1, 'a')]))).toThrow(
      TooManyGroups,
    );
    expect(() =>
      evaluate(GROUPED, SUBJECT, NOT_EVALUATED, windows([many(600, 'a'), many(600, 'b')])),
    ).toThrow('more than 1,000 groups');
  });

  test('the value of the alert is the one furthest beyond the threshold', () => {
    const { entries } = evaluate(GROUPED, SUBJECT, NOT_EVALUATED, windows([two(1, 50), two(7, 3)]));
    expect(overallValue(GROUPED, entries)).toBe(7);
    expect(overallValue({ ...GROUPED, thresholdType: 'below' }, entries)).toBe(3);
    expect(overallValue(GROUPED, [])).toBeUndefined();
  });
});

describe('an alert that was changed', () => {
  test('continues from its state with another threshold', () => {
    const { progress } = run(RULES, windows([9]));
    expect(run({ ...RULES, threshold: 10 }, windows([9], 1), progress).results).toEqual([
      'inactive resolved',
    ]);
    expect(run({ ...RULES, consecutiveWindows: 3 }, windows([9], 1), progress).results).toEqual(['firing']);
  });

  test('ends groups that do not exist any more', () => {
    const below = { ...GROUPED, thresholdType: 'below' as const };
    const { progress } = run(below, windows([[observed(1, 'cart'), observed(9, 'checkout')]]));
    const { entries } = evaluate(
      below,
      { ...SUBJECT, subject: 'another one' },
      progress,
      windows([[observed(9, 'eu')], [observed(9, 'eu')]], 1),
    );
    expect(entries.map(({ key, state, notification }) => [key, state, notification])).toEqual([
      ['eu', 'inactive', undefined],
      ['cart', 'inactive', 'alert.resolved'],
      ['eu', 'inactive', undefined],
    ]);
  });

  test('begins with the last complete window of another interval', () => {
    const { progress } = run(RULES, windows([9]));
    expect(continuedProgress(progress, 5 * MINUTE)).toMatchObject({
      groups: progress.groups,
    });
    expect(continuedProgress(progress, 5 * MINUTE).evaluatedUntil).toBeUndefined();
    expect(continuedProgress(progress, MINUTE)).toBe(progress);
  });
});

test('a failure leaves the states, and each window fails once', () => {
  const { progress } = run(RULES, windows([9]));
  const first = afterFailure(progress, windows([9], 1));
  const second = afterFailure(first.progress, windows([9, 9], 1));
  expect(first.failed).toHaveLength(1);
  expect(second.failed.map(({ start }) => start)).toEqual([2 * MINUTE]);
  expect(second.progress.groups).toBe(progress.groups);
  expect(run(RULES, windows([9, 1], 1), second.progress).results).toEqual(['firing', 'inactive resolved']);
});
