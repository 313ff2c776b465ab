import { describe, expect, test } from 'vitest';
import type { Change, ContractDiff } from '../src/index.ts';
import { casesOf, judgeCase } from './corpus.ts';

const breaking = await casesOf('breaking');
const safe = await casesOf('safe');

describe('what breaks somebody', () => {
  test.concurrent.each(breaking)('$name: $title', async ({ rule, tier = 'stable', ...change }) => {
    const diff = await judgeCase(change);

    expect(diff.breaking).toBe(true);
    expect(diff.bump).toBe('major');
    expect(rulesOf(diff)).toEqual([rule].flat());
    expect(tierOf(diff)).toBe(tier);
  });
});

describe('what breaks nobody', () => {
  test.concurrent.each(safe)('$name: $title', async ({ rule = [], tier, bump = 'minor', ...change }) => {
    const diff = await judgeCase(change);

    expect(diff.breaking).toBe(false);
    expect(diff.bump).toBe(bump);
    expect(rulesOf(diff)).toEqual([rule].flat());
    expect(tierOf(diff)).toBe(tier);
  });
});

/** The rules that call something breaking, each once. */
function rulesOf(diff: ContractDiff): string[] {
  return [...new Set(breachesOf(diff).map(({ rule }) => rule))].sort();
}

/** The strictest promise that is broken: it comes first. */
function tierOf(diff: ContractDiff): string | undefined {
  return breachesOf(diff)[0]?.tier;
}

function breachesOf({ changes }: ContractDiff): Change[] {
  return changes.filter(({ impact }) => impact === 'breaking');
}
