import { describe, expect, test } from 'vitest';
import { requiredBump } from '../src/bump.ts';
import type { Change } from '../src/index.ts';
import { judgeCases } from './support/combined-cases.ts';
import { casesOf } from './support/corpus.ts';

const breaking = await casesOf('breaking');
const safe = await casesOf('safe');

describe('a breaking change', async () => {
  const { diff, changes } = await judgeCases(breaking);

  test('makes the comparison of all of them breaking', () => {
    expect(diff).toMatchObject({ breaking: true, bump: 'major' });
  });

  test.each(breaking)('$name: $title', ({ name, rule, tier = 'stable' }) => {
    expect(judged(changes.get(name))).toEqual({ bump: 'major', rules: [rule].flat(), tier });
  });
});

describe('a change that is not breaking', async () => {
  const { diff, changes } = await judgeCases(safe);

  test('does not make the comparison of all of them breaking', () => {
    expect(diff).toMatchObject({ breaking: false, bump: 'minor' });
  });

  test.each(safe)('$name: $title', ({ name, rule = [], tier, bump = 'minor' }) => {
    expect(judged(changes.get(name))).toEqual({ bump, rules: [rule].flat(), tier });
  });
});

/** The rules of the breaking changes of a case, each once, the strictest tier, which is that of the first, and the bump. */
function judged(changes: readonly Change[] = []) {
  const broken = changes.filter(({ impact }) => impact === 'breaking');
  return {
    bump: requiredBump(changes),
    rules: [...new Set(broken.map(({ rule }) => rule))].sort(),
    tier: broken[0]?.tier,
  };
}
