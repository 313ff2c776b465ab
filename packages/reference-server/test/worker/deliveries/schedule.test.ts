import { expect, test } from 'vitest';
import { pauseAfter, retryAfterOf } from '../../../src/worker/deliveries/schedule.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const PAUSES = [5_000, 30_000, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, 2 * HOUR, 6 * HOUR, 12 * HOUR];

test('nine attempts follow each other in the published pauses, with 20 % of jitter', () => {
  for (const [index, pause] of PAUSES.entries()) {
    expect(pauseAfter(index + 1, 0, () => 0.5)).toBe(pause);
    expect(pauseAfter(index + 1, 0, () => 0)).toBe(pause * 0.8);
    expect(pauseAfter(index + 1, 0, () => 1)).toBe(pause * 1.2);
  }
  expect(pauseAfter(PAUSES.length + 1)).toBeUndefined();
});

test('a pause is as long as the receiver asks for, up to one hour, and never shorter than the published one', () => {
  const median = () => 0.5;
  expect(pauseAfter(1, 60_000, median)).toBe(60_000);
  expect(pauseAfter(1, 100 * HOUR, median)).toBe(HOUR);
  expect(pauseAfter(1, 1_000, median)).toBe(5_000);
  expect(pauseAfter(8, HOUR, median)).toBe(12 * HOUR);
  expect(pauseAfter(9, HOUR, median)).toBeUndefined();
});

test.each([
  ['0', 0],
  ['120', 120_000],
  ['Sun, 06 Nov 1994 08:49:37 GMT', 37_000],
  ['Sunday, 06-Nov-94 08:49:37 GMT', 37_000],
  ['Sun, 06 Nov 1994 08:48:00 GMT', 0],
  ['-1', undefined],
  ['1.5', undefined],
  ['tomorrow', undefined],
  ['tomorrow GMT', undefined],
  ['2030', 2_030_000],
  [undefined, undefined],
])('Retry-After: %s', (header, expected) => {
  expect(retryAfterOf(header, Date.parse('1994-11-06T08:49:00Z'))).toBe(expected);
});
