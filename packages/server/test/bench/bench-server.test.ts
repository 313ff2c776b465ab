import { describe, expect, test } from 'vitest';
import { median, turns } from '../../bench/measurement.ts';

describe('the rounds of a benchmark', () => {
  test('go forwards and backwards by turns', () => {
    const names = [...turns(['a', 'b'], 3)].map(({ round, name }) => `${round}${name}`);
    expect(names).toEqual(['1a', '1b', '2b', '2a', '3a', '3b']);
  });

  test('start before the deadline, but the first one always does', () => {
    expect([...turns(['a', 'b'], 3, performance.now() - 1)].map(({ name }) => name)).toEqual(['a', 'b']);
  });

  test('are summed up by their median', () => {
    expect(median([9, 1, 5])).toBe(5);
    expect(median([10, 9, 1, 5])).toBe(7);
  });
});
