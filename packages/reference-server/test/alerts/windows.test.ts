import { describe, expect, test } from 'vitest';
import { dueWindows, milliseconds, nextDue, windowsOf } from '../../src/alerts/windows.ts';

const NOON = Date.parse('2026-05-04T12:00:00.000Z');
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

test.each([
  ['5m', 5 * MINUTE],
  ['6h', 6 * HOUR],
  ['31d', 31 * DAY],
])('%s', (interval, expected) => {
  expect(milliseconds(interval)).toBe(expected);
});

describe('the windows that are due', () => {
  const due = (now: number, intervalMs: number, evaluatedUntil?: number) =>
    dueWindows({ now, intervalMs, delayMs: 10 * SECOND, evaluatedUntil }).map(({ start, end }) => [
      new Date(start).toISOString().slice(8, 16),
      new Date(end).toISOString().slice(8, 16),
    ]);

  test('the last complete one, aligned to the epoch, once it is over for the delay', () => {
    expect(due(NOON + 10 * SECOND, 5 * MINUTE)).toEqual([['04T11:55', '04T12:00']]);
    expect(due(NOON + 9 * SECOND, 5 * MINUTE)).toEqual([['04T11:50', '04T11:55']]);
  });

  test('none if it was evaluated, also after a jump of the clock into the past', () => {
    expect(due(NOON + 30 * SECOND, MINUTE, NOON)).toEqual([]);
    expect(due(NOON - HOUR, MINUTE, NOON)).toEqual([]);
  });

  test('the missed ones, in order', () => {
    expect(due(NOON + 10 * SECOND, 5 * MINUTE, NOON - 10 * MINUTE)).toEqual([
      ['04T11:50', '04T11:55'],
      ['04T11:55', '04T12:00'],
    ]);
  });

  test.each([
    ['50 windows', MINUTE, 50],
    ['6 hours below 15 minutes', 10 * MINUTE, 36],
    ['24 hours', HOUR, 24],
    ['24 hours, but the last one always', 7 * DAY, 1],
  ])('at most %s', (_limit, intervalMs, count) => {
    const windows = dueWindows({
      ...{ now: NOON + 10 * SECOND, intervalMs, delayMs: 10 * SECOND, evaluatedUntil: NOON - 365 * DAY },
    });
    expect(windows).toHaveLength(count);
    expect(windows.at(-1)?.end).toBe(Math.floor(NOON / intervalMs) * intervalMs);
  });

  test('those that overlap after another interval are evaluated again', () => {
    expect(due(NOON + 10 * SECOND, HOUR, NOON - 30 * MINUTE)).toEqual([['04T11:00', '04T12:00']]);
  });
});

test('the next window is due when it is over for the delay', () => {
  const next = (now: number, evaluatedUntil?: number) =>
    nextDue({ now, intervalMs: MINUTE, delayMs: 10 * SECOND, evaluatedUntil }) - NOON;
  expect(next(NOON + 10 * SECOND, NOON)).toBe(70 * SECOND);
  expect(next(NOON + 5 * SECOND)).toBe(10 * SECOND);
  // The clock jumped into the past.
  expect(next(NOON - HOUR, NOON)).toBe(70 * SECOND);
});

test('the windows of a range are whole', () => {
  const range = { start: NOON + SECOND, end: NOON + 3 * MINUTE + SECOND };
  expect(windowsOf(range, MINUTE)).toEqual([
    { start: NOON + MINUTE, end: NOON + 2 * MINUTE },
    { start: NOON + 2 * MINUTE, end: NOON + 3 * MINUTE },
  ]);
});
