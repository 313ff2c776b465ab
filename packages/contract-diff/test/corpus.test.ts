import { describe, expect, test } from 'vitest';
import type { Change, ContractDiff } from '../src/index.ts';
import { casesOf, judgeCase } from './support/corpus.ts';

const breaking = await casesOf('breaking');
const safe = await casesOf('safe');

describe('a breaking change', () => {
  test.concurrent.each(breaking)('$name: $title', async ({ rule, tier = 'stable', ...change }) => {
    const diff = await judgeCase(change);

    expect(diff.breaking).toBe(true);
    expect(diff.bump).toBe('major');
    expect(rulesOf(diff)).toEqual([rule].flat());
    expect(tierOf(diff)).toBe(tier);
  });
});

describe('a change that is not breaking', () => {
  test.concurrent.each(safe)('$name: $title', async ({ rule = [], tier, bump = 'minor', ...change }) => {
    const diff = await judgeCase(change);

    expect(diff.breaking).toBe(false);
    expect(diff.bump).toBe(bump);
    expect(rulesOf(diff)).toEqual([rule].flat());
    expect(tierOf(diff)).toBe(tier);
  });
});

/** The rules of the breaking changes, each once. */
function rulesOf(diff: ContractDiff): string[] {
  return [...new Set(breakingChangesOf(diff).map(({ rule }) => rule))].sort();
}

/** The tier of the first breaking change, which is the strictest. */
function tierOf(diff: ContractDiff): string | undefined {
  return breakingChangesOf(diff)[0]?.tier;
}

function breakingChangesOf({ changes }: ContractDiff): Change[] {
  return changes.filter(({ impact }) => impact === 'breaking');
}
